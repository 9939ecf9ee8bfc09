/** Keys of the registry whose values start programs, or load code into others (Autoruns; Microsoft: Run and RunOnce, Winlogon, AppInit_DLLs, Shell verbs). */

const starts: readonly RegExp[] = [
  /\/Services\//i,
  /CurrentVersion\/?(?:Run|RunOnce|RunOnceEx|RunServices(?:Once)?|Winlogon|Policies\/Explorer\/Run|Explorer\/(?:ShellServiceObjects|Browser Helper Objects|ShellExecuteHooks)|ShellServiceObjectDelayLoad|App Paths|Image File Execution Options|SilentProcessExit|Windows|Accessibility|AppCompatFlags\/(?:Custom|InstalledSDB))(?:\/|$)/i,
  /(?:^|\/)(?:Image File Execution Options|Active Setup\/Installed Components|Command Processor|SilentProcessExit)(?:\/|$)/i,
  /(?:ControlSet|ControlSet00\d|^HKLM:?\/SYSTEM\/\w+)\/(?:Services|Control\/(?:Session Manager|Lsa|Print\/Monitors|SecurityProviders|BootVerificationProgram|NetworkProvider|Terminal Server\/Wds))(?:\/(?!Environment$)|$)/i,
  /\/shell\/\w+\/(?:command|ddeexec)$/i,
  /\/CLSID\/[^/]+\/(?:InprocServer32|LocalServer32|TreatAs|ScriptletURL|ProgID)$/i,
  /\/(?:shellex|PersistentHandler)\/|\/Control Panel\/Desktop$/i,
]

/** Whether what is written at a key (either slash) starts a program later. */
export const startsPrograms = (key: string): boolean => {
  const slashed = key.replace(/\\+/g, '/')
  return starts.some(form => form.test(slashed))
}
