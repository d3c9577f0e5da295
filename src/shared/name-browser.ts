const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** `Firefox on Windows`: enough to recognize one's own device, without showing text sent by an unknown client. */
export const nameBrowser = (userAgent: string): string => {
  const found = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser')
}
