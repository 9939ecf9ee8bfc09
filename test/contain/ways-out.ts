/** Ways out of a cage, each with a payload that does no harm: it reads a decoy, writes into a scratch folder, or calls a server of the test. */

export interface Way {
  readonly name: string
  readonly sh?: string
  readonly py?: string
  /** Not tried without a cage: it would touch the machine, or comes to nothing there either. */
  readonly caged?: true
}

const way = (name: string, sh: string, more: Partial<Way> = {}): Way => ({ name, sh, ...more })
const py = (name: string, text: string, more: Partial<Way> = {}): Way => ({ name, py: text, ...more })

const connect = (family: string, address: string): string =>
  `import socket,os\ns=socket.socket(socket.${family},socket.SOCK_STREAM)\ns.settimeout(2)\ns.connect(${address})\nprint(s.recv(99))`

export const waysOut: readonly Way[] = [
  // Files
  way('write beside the workspace', 'echo x > "$OUT/new"'),
  way('write through ..', 'echo x > ../outside/file'),
  way('append to a shell profile', 'echo x >> ~/.bashrc'),
  way('write through a link', 'ln -s "$OUT" l; echo x > l/file'),
  way('write through a link to a link', 'ln -s "$OUT" l1; ln -s l1 l2; echo x > l2/file'),
  way('a hard link to a file outside', 'ln "$OUT/file" hl && echo x > hl'),
  way('rename over a file outside', 'echo x > n; mv -f n "$OUT/file"'),
  way('remove a file outside', 'rm -f "$OUT/file"'),
  way('change rights outside', 'chmod 777 "$OUT/file"'),
  way('change rights in home', 'chmod 777 ~/.local/bin/tool'),
  way('replace a program in home', 'echo x > ~/.local/bin/tool'),
  way('truncate a file outside', ': > "$OUT/file"'),
  way('make a folder in home', 'mkdir ~/.config/autostart'),
  way(
    'a link swapped while it is written to',
    'mkdir d; for i in 1 2 3 4 5 6 7 8 9; do rm -rf d; ln -s "$OUT" d; echo x > d/raced; rm -f d; mkdir d; done',
  ),
  way('root as this process has it', 'echo x > /proc/self/root"$OUT"/file'),
  way('the working folder of the first process', 'echo x > /proc/1/root"$OUT"/file', { caged: true }),
  way('a descriptor of a folder outside', 'exec 9<"$OUT"; echo x > /proc/self/fd/9/file'),
  way('a file opened again for writing by /proc', 'exec 8<"$OUT/file"; echo x > /proc/self/fd/8'),
  py(
    'a handle of a file',
    'import os,ctypes\nl=ctypes.CDLL(None,use_errno=True)\nb=ctypes.create_string_buffer(b"\\x80\\0\\0\\0\\x01\\0\\0\\0"+b"\\x02"+b"\\0"*127)\nfd=os.open("/",0)\nr=l.open_by_handle_at(fd,b,2)\nprint(r)\nif r>0: os.write(os.open("/proc/self/fd/%d%s/file"%(r,os.environ["OUT"]),1),b"x")',
    { caged: true },
  ),
  // Secrets
  way('a key', 'cat ~/.ssh/id_ed25519'),
  way('credentials of a cloud', 'cat ~/.aws/credentials'),
  way('every file of home', 'cat ~/.* ~/.*/* ~/.*/*/* ~/*/*/*/.env 2>/dev/null; true'),
  way('a search through home', 'grep -rhs decoy- ~ ; true'),
  way('a search through the workspace', 'grep -rhs decoy- . ; true'),
  way('a link to a key', 'ln -s ~/.ssh/id_ed25519 k; cat k'),
  way('a hard link to a key', 'ln ~/.netrc k; cat k'),
  way('a key by another root', 'cat /proc/self/root$HOME/.ssh/id_ed25519 /proc/1/root$HOME/.netrc'),
  way('the .env of the workspace', 'cat .env config/prod.env'),
  way('the .env after a move of its folder', 'mv config c2; cat c2/prod.env'),
  way('unmount what hides it', 'umount ~/.ssh; umount .env; cat .env ~/.ssh/id_ed25519', { caged: true }),
  way('remove what hides it', 'rm -f .env; mv .env e2; cat .env e2'),
  way('an archive of home', 'tar cf - -C ~ . 2>/dev/null | cat -v; true'),
  way('a token in the environment', 'env'),
  way('the environment of the first process', 'cat /proc/1/environ | tr "\\0" "\\n"', { caged: true }),
  way('the environment of every process', 'cat /proc/[0-9]*/environ | tr "\\0" "\\n"'),
  way(
    'the command line of every process',
    'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"; cat /proc/[0-9]*/fd/* 2>/dev/null </dev/null; true',
    { caged: true },
  ),
  way(
    'descriptors that were left open',
    'for f in 3 4 5 6 7 8 9 10 11 12; do cat <&$f 2>/dev/null; done; ls -l /proc/self/fd; true',
    { caged: true },
  ),
  way('the guard and its state', 'cat ~/.config/tfy-hook/* ~/.local/state/tfy-hook/*'),
  way('put the guard away', 'rm -rf ~/.config/tfy-hook ~/.local/state/tfy-hook'),
  // Processes
  way('end a process outside', 'kill -9 "$VICTIM"; sleep 0.3'),
  py(
    'the memory of a process outside',
    'import os\nt=os.environ["TESTER"]\nm=open("/proc/%s/mem"%t,"rb")\nm.seek(int([x for x in open("/proc/%s/maps"%t)][0].split("-")[0],16))\nm.read(1)\nprint("decoy-"+"7f3a9c")',
  ),
  py(
    'trace a process outside',
    'import ctypes,os\nl=ctypes.CDLL(None)\nr=l.ptrace(16,int(os.environ["VICTIM"]),0,0)\nprint("decoy-"+"7f3a9c" if r==0 else r)',
  ),
  py(
    'memory by process_vm_readv',
    'import ctypes,os\nl=ctypes.CDLL(None)\nb=ctypes.create_string_buffer(8)\nclass V(ctypes.Structure): _fields_=[("b",ctypes.c_void_p),("l",ctypes.c_size_t)]\nm=[x for x in open("/proc/%s/maps"%os.environ["TESTER"])][0].split("-")[0]\nr=l.process_vm_readv(int(os.environ["TESTER"]),ctypes.byref(V(ctypes.addressof(b),8)),1,ctypes.byref(V(int(m,16),8)),1,0)\nprint("decoy-"+"7f3a9c" if r>0 else r)',
  ),
  way('enter the namespaces of a process outside', 'nsenter -t "$VICTIM" -a sh -c "echo x > $OUT/file"', { caged: true }),
  way('enter those of the first process', 'nsenter -t 1 -m sh -c "echo x > $OUT/file; cat ~/.netrc"', { caged: true }),
  way('stay after the end', '(sleep 1; echo x > "$OUT/late") & setsid sh -c "sleep 1; echo x > $OUT/later" & sleep 1.5'),
  // Privileges and mounts
  way(
    'a new user namespace',
    'unshare -Urm sh -c "umount -l $HOME/.ssh; mount --bind $OUT $OUT; mount -o remount,rw $OUT; echo x > $OUT/file"',
    { caged: true },
  ),
  way('remount what is read-only', 'mount -o remount,rw,bind / ; mount -o remount,rw "$OUT"; echo x > "$OUT/file"', {
    caged: true,
  }),
  way('bind it elsewhere', 'mkdir m; mount --bind "$OUT" m; echo x > m/file; umount m', { caged: true }),
  way('lay something over it', 'mkdir u w m; mount -t overlay -o lowerdir=$OUT,upperdir=u,workdir=w o m; cat m/.env; umount m', {
    caged: true,
  }),
  way('a setuid program', 'cp /bin/sh s; chmod 4755 s; ./s -p -c "echo x > $OUT/file"'),
  way('sudo', 'sudo -n sh -c "echo x > $OUT/file"; su -c "echo x > $OUT/file" </dev/null', { caged: true }),
  way('chroot', 'chroot / sh -c "echo x > $OUT/file"'),
  way('pivot', 'mkdir -p p/o; pivot_root p p/o; echo x > "$OUT/file"', { caged: true }),
  py(
    'capabilities',
    'import ctypes,os\nl=ctypes.CDLL(None)\nprint(open("/proc/self/status").read())\nl.prctl(38,0,0,0,0)\nos.setuid(0)\nopen(os.environ["OUT"]+"/file","w").write("x")',
    { caged: true },
  ),
  way('a device of the disk', 'mknod disk b 259 0; mknod mem c 1 1; head -c1 disk; head -c1 mem; echo x > "$OUT/file"', {
    caged: true,
  }),
  way(
    'handlers of the kernel',
    'for f in core_pattern modprobe hotplug; do c=$(cat /proc/sys/kernel/$f) && echo "$c" > /proc/sys/kernel/$f && echo decoy-7f3a9c; done',
    { caged: true },
  ),
  way(
    'the agent of a control group',
    'mkdir cg; mount -t cgroup -o memory c cg && umount cg && echo decoy-7f3a9c; mount -t cgroup2 c cg && umount cg && echo decoy-7f3a9c',
    { caged: true },
  ),
  way(
    'writing to /sys',
    'c=$(cat /sys/kernel/profiling) && echo "$c" > /sys/kernel/profiling && echo decoy-7f3a9c; for f in /sys/block/*/queue/read_ahead_kb; do c=$(cat $f) && echo "$c" > $f && echo decoy-7f3a9c; done',
    { caged: true },
  ),
  // Sockets
  py('TCP', connect('AF_INET', '("127.0.0.1",int(os.environ["PORT"]))')),
  py('TCP over IPv6', connect('AF_INET6', '("::1",int(os.environ["PORT6"]))')),
  py('TCP by a mapped address', connect('AF_INET6', '("::ffff:127.0.0.1",int(os.environ["PORT"]))')),
  py('TCP to any address of this machine', connect('AF_INET', '("0.0.0.0",int(os.environ["PORT"]))')),
  py(
    'UDP',
    'import socket,os,time\nsocket.socket(socket.AF_INET,socket.SOCK_DGRAM).sendto(b"x",("127.0.0.1",int(os.environ["UDP"])))\ntime.sleep(.2)',
  ),
  py('a socket in home', connect('AF_UNIX', 'os.environ["HOME"]+"/agent.sock"')),
  py('a socket in the workspace', connect('AF_UNIX', '"dev.sock"')),
  py('a socket outside', connect('AF_UNIX', 'os.environ["OUT"]+"/o.sock"')),
  py('an abstract socket', connect('AF_UNIX', '"\\0"+os.environ["ABSTRACT"]')),
  py(
    'sockets by the variables that name them',
    'import socket,os\nfor n in ("SSH_AUTH_SOCK","DOCKER_HOST","DBUS_SESSION_BUS_ADDRESS"):\n p=os.environ.get(n,"").split("//")[-1].split("path=")[-1]\n try:\n  s=socket.socket(socket.AF_UNIX);s.connect(p);print(s.recv(99))\n except Exception as e: print(e)',
  ),
  py('a raw socket', 'import socket\ns=socket.socket(socket.AF_PACKET,socket.SOCK_RAW,3)\nprint("decoy-"+"7f3a9c")'),
  py(
    'a socket to the host of a virtual machine',
    'import socket\ns=socket.socket(40,socket.SOCK_STREAM)\nprint("decoy-"+"7f3a9c")',
  ),
  py(
    'io_uring in the place of calls',
    'import ctypes,os\nl=ctypes.CDLL(None,use_errno=True)\nb=ctypes.create_string_buffer(120)\nr=l.syscall(425,4,b)\nprint("decoy-"+"7f3a9c" if r>=0 else ctypes.get_errno())',
  ),
  py(
    'keys of the kernel',
    'import ctypes\nl=ctypes.CDLL(None)\nr=l.syscall(248,b"user",b"tfy",b"x",1,-3)\nprint("decoy-"+"7f3a9c" if r>0 else r)',
  ),
  py(
    'a message queue and shared memory of System V',
    'import ctypes\nl=ctypes.CDLL(None)\nr=l.shmget(0x7f3a,4096,0)\nprint("decoy-"+"7f3a9c" if r>=0 else r)',
    { caged: true },
  ),
  // The terminal
  py(
    'type into the terminal',
    'import fcntl,os\nfd=os.open("/dev/tty",os.O_RDWR)\nfcntl.ioctl(fd,0x5412,b"x")\nprint("decoy-"+"7f3a9c")',
    { caged: true },
  ),
  py(
    'type with the upper half of the request set',
    'import ctypes,os\nl=ctypes.CDLL(None,use_errno=True)\nm,s=os.openpty()\nr=l.syscall(16,s,0x100005412,b"x")\nprint("decoy-"+"7f3a9c" if r==0 else ctypes.get_errno())',
  ),
  // Files that run later
  way('a hook of git', 'printf "#!/bin/sh\\n" > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit'),
  way('a hook of a repository further down', 'echo x > nested/.git/hooks/pre-commit'),
  way('settings of git', 'git config core.fsmonitor ./x; git config core.hooksPath h; echo "[core]" >> .git/config'),
  way('the repository moved away', 'mv .git g2 && cp -r g2 .git && echo x > .git/config'),
  way('a folder above a hook moved away', 'mv nested n2 && mkdir -p nested/.git/hooks && echo x > nested/.git/hooks/pre-commit'),
  way('settings of an agent', 'echo x > .claude/settings.json'),
  way('more settings of an agent', 'echo x > .claude/settings.local.json'),
  way("an agent's settings in home", 'echo x > ~/.claude/settings.json'),
  way('its folder moved away', 'mv .claude c2 && mkdir .claude && echo x > .claude/settings.json'),
  way('tasks of an editor', 'echo x > .vscode/tasks.json; echo x > .vscode/settings.json'),
  way('instructions', 'echo x >> CLAUDE.md; echo x > AGENTS.md; echo x > sub/CLAUDE.md'),
  way('instructions under another name', 'echo x > n; mv -f n CLAUDE.md; ln -sf n CLAUDE.md; ln -f n AGENTS.md'),
  way(
    'instructions exchanged with something else',
    'rm -f CLAUDE.md; echo x > CLAUDE.md; mv sub s2; mkdir sub; echo x > sub/CLAUDE.md',
  ),
  way('rules of an editor', 'echo x > .cursor/rules/one.mdc'),
  way('a development container', 'echo x > .devcontainer/devcontainer.json'),
  way('servers of an agent', 'echo x > .mcp.json'),
]
