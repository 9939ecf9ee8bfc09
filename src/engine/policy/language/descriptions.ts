type Described = Readonly<Record<string, string>>

/** How a path pattern of a policy is read. */
export const pathPatterns: Described = {
  '`secrets`, `secrets/`, `*.pem`': 'this name in any folder, and all below it',
  '`secrets/**`, `./secrets/**`': 'all below `secrets` at the workspace’s root',
  '`secrets/*`': 'one level of it',
  '`**/secrets/**`': 'at any depth, also outside the workspace',
  '`~/x`, `$HOME/x`, `$WORKSPACE/x`, `/etc/x`': 'from there',
  '`!secrets/public/**`': 'takes out of what the entries before it name',
}

/** What a case of a test file can say. */
export const caseKeys: Described = {
  shell: 'a command',
  read: 'a file that is read',
  write: 'a file that is written, with `content`',
  mcp: '`{ server, tool, args }`',
  web: 'an address that is read',
  prompt: 'what a person says',
  output: 'the result of a tool',
  agent: 'the kind of a subagent that is started',
  session: '`true`: the start of a session',
  stop: '`true`: the end of a turn',
  expect: '`allow`, `contain`, `ask`, `defer`, `deny`, `redact`, `rewrite` or `grant`',
  rules: 'the rules that must have given the decision',
  audited: 'rules on trial that must match',
  certainty: 'how sure the verdict must be',
  rewritten: 'the new command',
  context: 'a part of the context',
  content: 'with `write`: what is written',
  name: 'what the case is called; one that starts with `todo_` is skipped and counted',
  attended: '`false`: nobody is there',
  sandboxed: 'where the client says a command runs',
  cwd: 'the folder of the call, from the file’s',
  repo: '`{ branch, remote, config }`: the repository around it',
  mode: 'the client’s permission mode',
  tool: 'the client’s name of the tool',
  as: 'the subagent that calls',
  user: 'who is at work',
  groups: 'their groups',
  earlier: 'what happened before in the session: `{ has: read-secret, denied: 2, downloaded: get.sh }`',
}

/** What each key of a policy file means, for editors and for the reference. */

export const described: Readonly<
  Record<'policy' | 'settings' | 'cage' | 'rule' | 'check' | 'rewrite' | 'when' | 'session' | 'exception', Described>
> = {
  policy: {
    version: 'The form of this file: 1.',
    extends:
      'The built-in rules that apply: `none`; `observe`, which stops nothing; `recommended`, the default; `contained`, which runs in a cage what that cannot judge; `strict`, which turns questions into denials and adds matters of taste.',
    settings: 'What holds for all rules.',
    packs: 'Packs of built-in rules, each `on` or `off`.',
    profiles: 'Cages by name, for `contain`. A file of a lower layer only narrows one.',
    rules: 'Rules of your own. The strictest decision wins: deny, defer, ask, contain, allow.',
    exceptions: 'What a rule is not to stop.',
  },
  settings: {
    'could-not-tell': '`allow`, `contain`, `ask` or `deny`: for a call that cannot be judged by looking at it.',
    unattended: '`deny`, `allow` or `ask`: what ask becomes when nobody can answer.',
    strategy: '`audit` only records, for all rules of the file.',
  },
  rule: {
    id: '`pack.rule`, and permanent: audit lines, tests and exceptions refer to it.',
    on: 'One or several of `shell`, `file-read`, `file-write` (create and edit), `mcp`, `tool` (any other tool), `web`, `agent` (subagents), `prompt`, `output` (results and what the model says), `session` (its start), `stop`, `any`.',
    when: 'The conditions, of which all must hold; without them the rule always holds.',
    decision:
      '`deny`, `ask`, `defer`, `contain` (the command runs in a cage), `allow` (no objection) or `redact` (mask what a detector found).',
    grant:
      'With `decision: allow`: skips the client’s own prompt for a command that is proved ordinary, where the client allows that.',
    contain: 'The profile or cage of `decision: contain`; `build` when absent.',
    otherwise: '`ask`, `deny` or `allow`: what becomes of a call that cannot run in a cage.',
    reason: 'One sentence for model and person.',
    instead: 'What to do instead. It should pass the policy itself.',
    severity: '`low`, `medium` (the default), `high` or `critical`: whose reason is shown first.',
    rewrite: 'Changes the call instead of refusing it.',
    context: 'Text for the model.',
    message: 'Text for the person.',
    strategy:
      '`enforce`; `audit`, a trial that is recorded and stops nothing; `enforce-ignore-on-error`, which ignores a failing `check`.',
    final: '`true`: no exception and no one-time approval opens the rule.',
    reviewers: 'Who decides about the rule; a refusal names them.',
    links: 'Where the rule is explained; a refusal names them.',
    check:
      'Your own program decides. It gets the event as JSON on stdin and prints `{"decision", "reason"}`, optionally with `rewrite` and `context`. If it fails, that is a failure.',
  },
  cage: {
    write: '`workspace`, `caches` (of package managers), `agents` (their folders), `nothing`, or paths from `/` or `~/`.',
    network: '`none`, `all`, or hosts, which a proxy reaches.',
    hide: '`secrets` are empty; `guard`: only the guard’s own files are.',
  },
  check: {
    command: 'The program by its absolute path, and its arguments.',
    timeoutMs: 'How long it may take, 50 to 60,000 ms; 5,000 when absent.',
  },
  rewrite: {
    args: '`{ replace: [install, ci] }`: the one argument `install` of the only command becomes `ci`. A call that cannot be changed exactly so is denied. The model is told what ran.',
  },
  when: {
    text: 'A regular expression matches the content, in linear time: no backreferences or lookaround.',
    program: 'One command in the call has this program, in either case, without folder and ending.',
    args: 'It has these arguments in this order; others may stand between, and in what permits the first is the command. A command’s other names count (`npm i`).',
    flags:
      'It has these flags in any spelling (`-rf`, `-fr`, `--recursive --force`). `--context=dev` is the flag with this value alone, which may be a glob.',
    operands: '`{ only: [test, lint] }`: every operand behind `args` is one of these.',
    packages: 'What is installed: `[evil-*]`, one of these; `{ only: [...] }`, none but these.',
    effect: 'The call is proved to do one of these: EFFECTS.',
    reads:
      'A path that is read matches. What reads a folder with all below it (`grep -r key .`) asks where the pattern names something in it.',
    writes: 'A path that is written matches.',
    deletes: 'A path that is deleted matches, or lies in a folder that is.',
    outside: 'A target is outside the `workspace`, or in `system` or `home`.',
    branch:
      'The branch that a git command changes or checks out, as git resolves it (`HEAD`, `--all`, `push.default`, aliases); tags by `refs/tags/*`.',
    remote: 'The remote, by name or address.',
    host: 'A host that is contacted, as a name, glob or CIDR range. Options, variables and addresses of database clients count.',
    server:
      'The MCP server by its name, which somebody chose, or by what clients’ files have for it: `package:@acme/*`, `command:/opt/acme/*`, `url:https://mcp.example/*`.',
    tool: 'The tool of an MCP server, or the client’s.',
    detects: 'A detector found something: `secret`, `pii.card`, `hidden-text`, ….',
    certainty: '`proved-dangerous`, `proved-ordinary` or `could-not-tell`.',
    agent: 'The kind of subagent.',
    folder: 'The folder in which the call is made.',
    user: 'Who is at work, with `identity: full`. In managed files only.',
    group:
      'A group of theirs, from `identity.groups` of the managed `config.yaml` or the claim that `serve.oidc.groups` names. In managed files only.',
    attended: 'Whether somebody is there: `true` or `false`.',
    mode: 'The client’s permission mode.',
    sandboxed:
      'Where a command runs: in the client’s sandbox (`true`), outside (`false`, or `leaving` where the agent asks for it), `unknown`.',
    session: 'What happened earlier in the session.',
    any: 'One of these lists of conditions holds.',
    all: 'Each of them holds.',
    not: 'They do not hold, of the same command as the conditions beside it.',
  },
  session: {
    has: 'One of these happened: `read-secret`, `downloaded`, `wrote-runnable`, ….',
    denied: 'This call is refused for at least so many times, 2 to 20.',
  },
  exception: {
    rule: 'The rule, or a glob of rules.',
    when: 'The conditions, which must hold for every host, branch, remote and path of the call.',
    reason: 'Why, for whoever reads the file.',
    expires: 'The last day it holds, `YYYY-MM-DD`, by UTC.',
  },
}
