export interface Cookies {
  header(): string
  take(set: string | string[] | undefined): void
}

/** ByDesign pairs its security token with cookies of changing names, so all are kept and all are sent back. */
export const makeCookies = (): Cookies => {
  const kept = new Map<string, string>()
  return {
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take: (set) => {
      for (const line of [set ?? []].flat()) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        if (at < 1) continue
        if (attributes.some(isOver)) kept.delete(name)
        else kept.set(name, pair.slice(at + 1).trim())
      }
    },
  }
}

const isOver = (attribute: string): boolean => {
  const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) < Date.now()
}
