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

/** Keys and values by which the system protects, watches and asks (Microsoft: security baselines; Terminal Services, LSA, SMB, Schannel). */
const guards =
  /Windows Defender|SecurityHealth|\/Policies\/(?:System|Microsoft\/Windows\/(?:PowerShell|System|DeviceGuard|WinRM))|SecureBoot|DeviceGuard|WindowsFirewall|FirewallPolicy|EnableLUA|SmartScreen|UseLogonCredential|AutoAdminLogon|\/Terminal Server(?:\/|\s|$)|\/(?:Lsa|SCHANNEL|WDigest|LanmanServer\/Parameters|LanmanWorkstation\/Parameters|SystemCertificates\/(?:Root|AuthRoot|TrustedPublisher)|Internet Settings\/(?:ZoneMap|Zones))(?:\/|\s|$)/i

/** Whether a line that changes the registry (either slash) changes one of them. */
export const opensMachine = (line: string): boolean => guards.test(line.replace(/\\+/g, '/'))

/** Whether what is written at a key (either slash) starts a program later. */
export const startsPrograms = (key: string): boolean => {
  const slashed = key.replace(/\\+/g, '/')
  return starts.some(form => form.test(slashed))
}
