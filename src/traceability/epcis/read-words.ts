/**
 * A word of the Core Business Vocabulary in its bare form, from a URN (`urn:epcglobal:cbv:bizstep:shipping`), a web
 * address (`https://ref.gs1.org/cbv/BizStep-shipping`), a prefixed name (`cbv:BizStep-shipping`) or the word itself.
 */
export const cbvWord = (text: string | undefined): string => {
  if (!text) return ''
  const [, fromUrn] = /^urn:epcglobal:cbv:(?:bizstep|disp|btt|sdt|er):(\w+)$/.exec(text) ?? []
  if (fromUrn) return fromUrn
  const [, fromName] = /^(?:https:\/\/ref\.gs1\.org\/cbv\/|cbv:)(?:BizStep|Disp|BTT|SDT|ER)-(\w+)$/.exec(text) ?? []
  return fromName ?? text
}

/** The number of a business transaction, from `urn:epcglobal:cbv:bt:GLN:NUMBER`; other identifiers as they are. */
export const transactionNumber = (uri: string): string => {
  const [, number] = /^urn:epcglobal:cbv:bt:\d{13}:(.+)$/.exec(uri) ?? []
  return number === undefined ? uri : decoded(number)
}

/** The text without its percent escapes; as it is if they stand for something that no text may contain. */
export const decoded = (text: string): string => {
  try {
    const plain = decodeURIComponent(text)
    return isReadable(plain) ? plain : text
  } catch {
    return text
  }
}

/** Neither control characters, which XML forbids and PostgreSQL cannot store, nor halves of characters. */
export const isReadable = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- they are what it looks for
  text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)

/** A date of the calendar, as YYYY-MM-DD. */
export const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** The last part of a name such as `urn:epcglobal:cbv:mda#lotNumber` or `cbvmda:lotNumber`. */
export const localName = (name: string): string => name.split(/[:#/]/).at(-1) ?? name

/** The field of instance or lot master data; names of other vocabularies are not read. */
export const masterField = (data: Readonly<Record<string, unknown>> | undefined, local: string): string => {
  const value = data && Object.hasOwn(data, `cbvmda:${local}`) ? data[`cbvmda:${local}`] : undefined
  return typeof value === 'string' ? value.trim() : ''
}
