/** What the key of an argument says about its value. Keys are compared without case and separators: `workingDirectory`, `working_directory`. */

import { wordsOf } from '../../matching/words.ts'

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const isSmall = (code: number): boolean => code >= 97 && code <= 122
const isCapital = (code: number): boolean => code >= 65 && code <= 90

/** The last of `wordsOf`. A call may have thousands of keys, so they are looked at from behind. */
export const lastOf = (key: string): string => {
  const at = (n: number): number => key.charCodeAt(n)
  // Some other letters become these when they are made small.
  for (let n = 0; n < key.length; n++) if (at(n) > 127) return wordsOf(key).findLast(word => word !== '') ?? ''
  let end = key.length
  while (end > 0 && !isSmall(at(end - 1)) && !isCapital(at(end - 1))) end--
  let from = end
  while (from > 0 && (isSmall(at(from - 1)) || isCapital(at(from - 1)))) {
    from--
    // A capital behind a small letter or a digit begins a word.
    if (isCapital(at(from)) && from > 0 && (isSmall(at(from - 1)) || (at(from - 1) >= 48 && at(from - 1) <= 57))) break
  }
  return key.slice(from, end).toLowerCase()
}

const commands = setOf(
  'command commands cmd cmds script scripts shell sh bash zsh powershell shellcommand shellcommands shellscript commandline cmdline commandtext commandstring cmdstring cmdtext exec execute run argv program executable exe binary bin',
)
/** Of a key made bare, and its last word; as the next two. */
export const isCommandKey = (name: string, word: string): boolean =>
  commands.has(name) || /^(?:command|commands|cmd|cmdline)$/.test(word)

/** Words that follow a program named beside them. */
export const argumentKeys = setOf('args arguments argv params parameters flags positional commandargs cmdargs commandarguments')
/** What names the program, where only the arguments say that something is run. */
export const programKeys = setOf('file path name tool process app application commandname')

const code = setOf(
  'code sourcecode source snippet codesnippet program expression script javascript python js py function cell cells codeblock codecontent pythoncode scriptcontent scriptsource cellsource newsource',
)
export const isCodeKey = (name: string): boolean => code.has(name)
export const languageKeys = setOf('language lang runtime kernel interpreter')

/** Text that is typed into a program that is already running. */
export const typedKeys = setOf(
  'keys key keystrokes input text data chars characters line lines stdin value content message sendkeys payload steps tasks actions',
)

export const isQueryKey = (name: string): boolean => /^statements?$|sql/.test(name)
export const looseQueryKeys = setOf('query queries q command commands cmd script input text statement')

const paths = setOf(
  'path paths file files filename filenames filepath filepaths targetfile dest dst directory dir folder uri uris fileuri oldpath newpath notebook targetnotebook attachment attachments localfile',
)
const pathWords = setOf('path paths file files filename filenames filepath directory folder dir uri uris notebook')
const notPaths = setOf(
  'namepath xpath jsonpath keypath objectpath propertypath symbolpath classpath urlpath apipath routepath fieldpath',
)
export const isPathKey = (name: string, word: string): boolean => paths.has(name) || (pathWords.has(word) && !notPaths.has(name))
/** What a tool is told to leave alone. */
export const isLeftOut = (name: string): boolean => /^(?:exclude|ignore|skip|omit|without)/.test(name)

/** May be a place, or something else altogether: a branch, a language, an address of mail. */
export const loosePathKeys = setOf(
  'source src destination from to target location document resource item items oldname newname old new output out input in save local entry',
)
/** What is taken away from where it was, when the tool moves. */
export const movedKeys = setOf('source src from old oldpath oldname sourcepath srcpath frompath sourcefile path file item')

/** Where the tool works. The first are never what it works on. */
const bases = setOf(
  'cwd workdir workingdir workingdirectory workingfolder rundir repopath repodir repository rootdir rootpath root basepath basedir projectpath projectroot projectdir workspace workspacefolder workspacepath',
)
const folders = setOf('directory dir folder dirpath')
export const isBaseKey = (name: string): boolean => bases.has(name) || folders.has(name)
export const isOnlyBaseKey = (name: string): boolean => bases.has(name)

export const urlKeys = setOf(
  'url urls uri uris href link links endpoint address page site website origin baseurl host hostname ip',
)

const globs = setOf(
  'glob globs include includes includepattern includepatterns includeglob filepattern filepatterns filefilter filenamepattern fileglob iglob',
)
export const isGlobKey = (name: string, word: string): boolean => globs.has(name) || /^globs?$/.test(word)
export const soughtKeys = setOf('pattern patterns substringpattern query regex regexp search searchterm q term keyword substring')

/** Text for people or for a file, which nothing runs or opens. */
export const proseKeys = setOf(
  'content contents text body filetext newstring oldstring newtext oldtext newstr oldstr newsource message description title comment prompt thought summary markdown html css note notes reason observation observations',
)
/** Content, where the tool stores something. */
export const storedKeys = setOf('data value payload json input source code script replace replacement')
/** Lists of data, in tools that store: no options of a program, however long. */
export const dataKeys = setOf('rows records documents points vectors entries')
/** Objects of conditions, in tools that search. */
export const queryObjects = setOf('query filter filters where match must should condition conditions')

/** A call of another tool: its name, and what it is given. */
export const callKeys = setOf('tool toolname toolslug toolid name function functionname method action operation op')
export const inputKeys = setOf('arguments params parameters input args toolinput kwargs payload toolargs')
export const operationKeys = setOf('op action operation type verb kind method command')
