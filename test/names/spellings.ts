/** Ways to spell a path by a pattern, each of them a text that bash expands to that path when it is there. */

/** Does something with what stands in place of the path. */
export type Way = (path: string) => string

export type Spelling = (path: string, way: Way) => string | undefined

const split = (path: string): readonly [folder: string, name: string] => {
  const at = path.lastIndexOf('/')
  return [path.slice(0, at), path.slice(at + 1)]
}

/** The same path with one letter in the middle of a part changed into a pattern for it. */
const letter = (part: string, make: (char: string) => string): string | undefined => {
  for (let at = part.length - 2; at > 0; at--)
    if (/[a-z]/.test(part[at] as string)) return part.slice(0, at) + make(part[at] as string) + part.slice(at + 1)
  return undefined
}

const last =
  (make: (char: string) => string): ((path: string) => string | undefined) =>
  path => {
    const [folder, name] = split(path)
    const changed = letter(name, make)
    return changed === undefined ? undefined : `${folder}/${changed}`
  }

const above = (path: string): string | undefined => {
  const [folder, name] = split(path)
  const changed = last(() => '?')(folder)
  return changed === undefined || !folder.includes('/') ? undefined : `${changed}/${name}`
}

const plainly =
  (pattern: (path: string) => string | undefined): Spelling =>
  (path, way) => {
    const made = pattern(path)
    return made === undefined ? undefined : way(made)
  }

const question = last(() => '?')

export const spellings: Readonly<Record<string, Spelling>> = {
  '?': plainly(question),
  '*': plainly(path => {
    const [folder, name] = split(path)
    return name.length < 5 ? undefined : `${folder}/${name.slice(0, 4)}*`
  }),
  '[x]': plainly(last(char => `[${char}]`)),
  '[!y]': plainly(last(() => '[!0]')),
  '[a-z]': plainly(last(() => '[a-z]')),
  '[[:alpha:]]': plainly(last(() => '[[:alpha:]]')),
  '@(a|b)': (path, way) => plainly(last(char => `@(${char}|0)`))(path, command => `shopt -s extglob\n${way(command)}`),
  'a folder above': plainly(above),
  'a folder above and the name': plainly(path => {
    const up = above(path)
    return up === undefined ? undefined : last(() => '*')(up)
  }),
  '{a,b}': (path, way) => {
    const made = last(char => `{${char},0}`)(path)
    return made === undefined ? undefined : `for f in ${made}; do ${way('"$f"')}; done`
  },
  '{a..z}': (path, way) => {
    const made = last(() => '{a..z}')(path)
    return made === undefined ? undefined : `for f in ${made}; do ${way('$f')}; done`
  },
  'a loop': (path, way) => {
    const made = question(path)
    return made === undefined ? undefined : `for f in ${made}; do ${way('"$f"')}; done`
  },
  find: (path, way) => {
    const [folder, name] = split(path)
    const made = letter(name, () => '?')
    return made === undefined ? undefined : `find ${folder} -name '${made}' -exec ${way('{}')} \\;`
  },
  'find from above': (path, way) => {
    const [folder, name] = split(path)
    const made = letter(name, () => '?')
    const up = split(folder)[0]
    // Of a whole home nobody tells one file from another but by a name with a meaning.
    return made === undefined || up === '' || (up === '~' && name === 'inside')
      ? undefined
      : `find ${up} -name '${made}' -exec ${way('{}')} \\;`
  },
  xargs: (path, way) => {
    const made = question(path)
    return made === undefined ? undefined : `ls ${made} | xargs -I{} ${way('{}')}`
  },
  'a variable': (path, way) => {
    const made = question(path)
    return made === undefined ? undefined : `p=${made}; ${way('$p')}`
  },
  'a quoted variable': (path, way) => {
    const made = question(path)
    return made === undefined ? undefined : `p="${made.replace(/^~/, '$HOME')}"; ${way('$p')}`
  },
  'the folder first': (path, way) => {
    const made = question(path)
    if (made === undefined) return undefined
    const [folder, name] = split(made)
    return `cd ${folder} && ${way(name)}`
  },
  '~+': (path, way) => {
    const made = question(path)
    if (made === undefined) return undefined
    const [folder, name] = split(made)
    return `cd ${folder} && ${way(`~+/${name}`)}`
  },
  'a pattern for the folder first': (path, way) => {
    const [folder, name] = split(path)
    const made = question(folder)
    return made === undefined || !folder.slice(2).includes('/') ? undefined : `cd ${made} && ${way(`./${name}`)}`
  },
  'another shell': (path, way) => {
    const made = question(path)
    return made === undefined ? undefined : `bash -c '${way(made).replaceAll("'", "'\\''")}'`
  },
  'a default': plainly(path => {
    const made = question(path)
    return made === undefined ? undefined : `\${unset_name:-${made.replace(/^~/, '$HOME')}}`
  }),
}

export const ways: Readonly<Record<string, Way>> = {
  'write by cp': path => `cp k ${path}`,
  'write by tee': path => `tee -a ${path}`,
  'write by mv': path => `mv k ${path}`,
  'write by install': path => `install -m 600 k ${path}`,
  'write by ln': path => `ln -sf /tmp/k ${path}`,
  'edit by sed': path => `sed -i s/a/b/ ${path}`,
  'read by cat': path => `cat ${path}`,
  'read by cp': path => `cp ${path} seen`,
  'delete by rm': path => `rm -rf ${path}`,
  'move away': path => `mv ${path} /tmp/gone`,
}

/** Where something is printed, which no program but a shell can do. */
export const redirections: Readonly<Record<string, Way>> = {
  'write by >': path => `echo x > ${path}`,
  'write by >>': path => `echo x >> ${path}`,
  'read by <': path => `cat < ${path}`,
}
