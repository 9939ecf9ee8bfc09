<#
.SYNOPSIS
Installs the tfy-hook executable for Windows.
.DESCRIPTION
Downloads the executable, checks its SHA-256 against SHA256SUMS of the same release, runs it once, and only then puts it in place. No
administrator, nothing outside one folder, no change to PATH. Windows PowerShell 5.1 or PowerShell 7.
.PARAMETER To
Folder for the executable; TFY_HOOK_INSTALL_DIR, or .local\bin in the profile.
.PARAMETER Version
Release instead of the newest; TFY_HOOK_VERSION.
.PARAMETER BaseUrl
Where a release's files lie; TFY_HOOK_BASE_URL.
.PARAMETER Sha256
Digest that you know from elsewhere: SHA256SUMS comes from the same server as the executable.
#>
param(
  [string]$To = $env:TFY_HOOK_INSTALL_DIR,
  [string]$Version = $env:TFY_HOOK_VERSION,
  [string]$BaseUrl = $env:TFY_HOOK_BASE_URL,
  [string]$Sha256
)

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
# Its progress bar makes Windows PowerShell download many times slower.
$ProgressPreference = 'SilentlyContinue'

function Install-TfyHook {
  $releases = 'https://github.com/truefoundry/tfy-hook/releases'

  if ($PSVersionTable.PSVersion.Major -ge 6 -and -not $IsWindows) { throw 'tfy-hook: on Linux and macOS use install.sh' }
  $machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  # Windows on arm64 runs x64 executables.
  if ($machine -ne 'AMD64' -and $machine -ne 'ARM64') { throw "tfy-hook: there is no executable for $machine" }

  $folder = if ($To) { $To } else { Join-Path $env:USERPROFILE '.local\bin' }
  if ($Version -and $Version -notmatch '^[0-9A-Za-z.+-]+$') { throw "tfy-hook: not a version: $Version" }
  $base = if ($BaseUrl) { $BaseUrl.TrimEnd('/') }
  elseif ($Version) { "$releases/download/v$($Version -replace '^v', '')" }
  else { "$releases/latest/download" }
  $address = [Uri]$base
  if ($address.UserInfo -or ($address.Scheme -ne 'https' -and -not ($address.Scheme -eq 'http' -and $address.IsLoopback))) {
    throw "tfy-hook: the base URL must begin with https:// and name no user ($base)"
  }
  if ($PSVersionTable.PSVersion.Major -lt 6) {
    [Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
  }

  $name = 'tfy-hook-windows-x64.exe'
  $folder = (New-Item -ItemType Directory -Force -Path $folder).FullName
  $file = Join-Path $folder 'tfy-hook.exe'
  if (Test-Path -LiteralPath $file -PathType Container) { throw "tfy-hook: $file is a folder" }
  # On the same volume, so that the last step is a rename.
  $work = Join-Path $folder ".tfy-hook.$([Guid]::NewGuid().ToString('N'))"
  $null = New-Item -ItemType Directory -Path $work
  try {
    Write-Host "downloading $base/$name"
    $sums = Join-Path $work 'SHA256SUMS'
    Invoke-WebRequest -UseBasicParsing -Uri "$base/SHA256SUMS" -OutFile $sums
    $lines = @(Get-Content -LiteralPath $sums | Where-Object { $_ -match "^[0-9a-f]{64} [ *]$([Regex]::Escape($name))$" })
    if ($lines.Count -ne 1) { throw "tfy-hook: SHA256SUMS has no usable line for $name; nothing was installed" }
    $sum = $lines[0].Substring(0, 64)
    if ($Sha256 -and $Sha256 -ne $sum) { throw "tfy-hook: SHA256SUMS says $sum for $name, you said $Sha256; nothing was installed" }

    $fresh = Join-Path $work 'tfy-hook.exe'
    Invoke-WebRequest -UseBasicParsing -Uri "$base/$name" -OutFile $fresh
    $found = (Get-FileHash -LiteralPath $fresh -Algorithm SHA256).Hash.ToLowerInvariant()
    if ($found -ne $sum) { throw "tfy-hook: $name has the SHA-256 $found, SHA256SUMS says $sum; nothing was installed" }

    $said = & $fresh --version
    if ($LASTEXITCODE -ne 0) { throw "tfy-hook: $name does not run here; nothing was installed" }

    # A hook may be running from the old file, which Windows renames but does not overwrite.
    $old = $null
    if (Test-Path -LiteralPath $file) {
      $old = Join-Path $folder ".tfy-hook.old.$([Guid]::NewGuid().ToString('N')).exe"
      [IO.File]::Move($file, $old)
    }
    try { [IO.File]::Move($fresh, $file) }
    catch {
      if ($old) { [IO.File]::Move($old, $file) }
      throw
    }
    Get-ChildItem -LiteralPath $folder -Force -Filter '.tfy-hook.old.*.exe' | Remove-Item -Force -ErrorAction SilentlyContinue

    Write-Host "tfy-hook $said is $file"
    if (($env:PATH -split ';') -notcontains $folder) { Write-Host "$folder is not on your PATH: call it by its full name, or add the folder" }
    Write-Host "next: & '$file' init"
  }
  finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
  }
}

# Last, so that half a script does nothing.
Install-TfyHook
