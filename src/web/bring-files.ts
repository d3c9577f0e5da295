import { noteAway } from './outage.ts'

type Reason = 'away' | 'renewed' | 'stuck'

const sentences: Record<Reason, string> = {
  away: 'A part of this page could not be loaded. Check your connection and try again.',
  renewed: 'The portal was updated since you opened this page. Reload the page to continue.',
  stuck: 'A part of this page could not be loaded. Reload the page to continue.',
}

/** Why lazily loaded code failed to load: the portal is down for now, or a new release requires a page reload. */
export class MissingCode extends Error {
  override name = 'MissingCode'
  readonly reason: Reason

  constructor(reason: Reason) {
    super(sentences[reason])
    this.reason = reason
  }
}

/** Loaded or loading files; failed ones are removed, to be retried. */
const brought = new Map<string, Promise<void>>()

/**
 * Wraps every `import()` of the built pages in place of the bundler's preload, with the files that it needs. Browsers
 * never retry a module that failed to load, so the files are fetched first and imported once they are in the cache.
 */
export const bringFiles = async <T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> => {
  await Promise.all(files.map((file) => bring(`/${file}`)))
  return load().catch(() => {
    throw new MissingCode('stuck')
  })
}

const bring = (address: string): Promise<void> => {
  const coming = brought.get(address) ?? (linked().has(address) ? Promise.resolve() : take(address))
  brought.set(address, coming)
  coming.catch(() => brought.delete(address))
  return coming
}

/** Files that the page itself loads. */
const linked = (): ReadonlySet<string> => {
  const links = document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet]')
  return new Set([...links].map((link) => link.getAttribute('href') ?? ''))
}

const take = async (address: string): Promise<void> => {
  const answer = await fetch(address).catch(() => null)
  if (!answer) noteAway()
  if (!answer || answer.status >= 500) throw new MissingCode('away')
  // A new release renames its files; some servers answer a missing file with an HTML page.
  if (!answer.ok || answer.headers.get('content-type')?.includes('html')) throw new MissingCode('renewed')
  // Read to the end, or the browser would not cache it for the import.
  await answer.arrayBuffer().catch(() => {
    noteAway()
    throw new MissingCode('away')
  })
  if (address.endsWith('.css')) await applyStyles(address)
}

const applyStyles = (address: string): Promise<void> => {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  return new Promise((done, failed) => {
    link.onload = () => done()
    link.onerror = () => {
      link.remove()
      failed(new MissingCode('away'))
    }
    document.head.append(link)
  })
}
