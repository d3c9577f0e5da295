import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { ScanBarcode, Search } from 'lucide-react'
import {
  type KeyboardEventHandler,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { catalog, maxFilterLength } from '#catalog/contract.ts'
import { isTyping } from '#web/is-typing.ts'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useOptions } from './search-box-options.ts'
import styles from './search-box.module.css'
import { queryOf } from '#web/api.ts'
import { useScans } from '#web/scans.ts'
import { toastWarning } from '#web/toast.ts'

// Optional, so the box also works if this fails to load.
const Suggestions = lazyPart(() => import('./suggestions.tsx').then((module) => module.Suggestions), 'in silence')

const leastLetters = 2

/** The page of the record with exactly this number, or null to search for products. */
const placeOfNumber = (query: string, client: QueryClient) =>
  /\d/.test(query)
    ? import('./open-record.ts').then(
        (module) => module.placeOfNumber(client, query),
        () => null,
      )
    : null

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const searched: { query?: unknown } = useSearch({ strict: false })
  const text = typeof searched.query === 'string' && searched.query !== 'all' ? searched.query : ''
  /** The text to show suggestions for; empty hides them. */
  const [typed, setTyped] = useState('')
  const close = useCallback(() => setTyped(''), [])
  const options = useOptions(close)
  const client = useQueryClient()
  const isSignedIn = useUser() !== null

  useSlash(input)
  useScannedProduct()

  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])

  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close])

  const type = () => {
    void Suggestions.preload()
    options.mark('')
    const words = input.current?.value.trim() ?? ''
    // The browser shows the message at the field and keeps the text.
    input.current?.setCustomValidity(words.length > maxFilterLength ? `At most ${maxFilterLength} characters.` : '')
    setTyped(words)
  }

  const press: KeyboardEventHandler = (event) => {
    if (event.key === 'ArrowDown' && !typed) type()
    else options.press(event)
  }

  const choose = (isProduct: boolean) => {
    if (input.current && isProduct) input.current.value = ''
    close()
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    close()
    const query = input.current?.value.trim() ?? ''
    const place = isSignedIn ? await placeOfNumber(query, client) : null
    if (place && input.current) input.current.value = ''
    await router.navigate(place ?? { to: '/search', search: query ? { query } : {} })
  }

  return (
    <search>
      <div className={styles.box} {...options.box}>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <input
            ref={input}
            className={styles.input}
            type="search"
            name="query"
            placeholder="Search Products"
            aria-label="Search Products"
            aria-keyshortcuts="/"
            defaultValue={text}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onInput={type}
            onKeyDown={press}
            {...options.field}
          />
          <kbd className={styles.key} aria-hidden="true">
            /
          </kbd>
          <CameraButton />
          <button type="submit" className={styles.submit} aria-label="Search">
            <Search size={18} aria-hidden />
          </button>
        </form>
        {typed.length >= leastLetters && (
          <Suspense>
            <Suggestions text={typed} options={options} choose={choose} />
          </Suspense>
        )}
      </div>
    </search>
  )
}

/** Pressing slash outside a text field focuses the search. */
const useSlash = (input: RefObject<HTMLInputElement | null>) =>
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx').then((module) => module.CameraDialog))

/** Scans a barcode with the camera; renders nothing if the page may not use one. */
function CameraButton() {
  const hasCamera = useHasCamera()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (!hasCamera) return null
  const open = () => {
    setWasOpen(true)
    setIsOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={styles.camera}
        aria-label="Scan a barcode"
        aria-haspopup="dialog"
        onPointerDown={() => void CameraDialog.preload()}
        onClick={open}
      >
        <ScanBarcode size={18} aria-hidden />
      </button>
      {wasOpen && (
        <Suspense>
          <CameraDialog isOpen={isOpen} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Cameras require TLS. Listing devices blocks the page, so it waits until the page has rendered. */
const useHasCamera = (): boolean => {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
    const ask = () =>
      void mediaDevices?.enumerateDevices().then(
        (devices) => setHasCamera(devices.some(({ kind }) => kind === 'videoinput')),
        () => {},
      )
    const timer = setTimeout(ask, 500)
    return () => clearTimeout(timer)
  }, [])
  return hasCamera
}

/**
 * Shows a note on how the code was read, because the product page opens directly; listings show it above the products.
 */
const noteScan = async (code: string, slug: string): Promise<void> => {
  const { readScan, scanNote } = await import('#shared/read-scan.ts')
  const scan = readScan(code)
  const note = scan ? scanNote(scan, [slug]) : ''
  if (note) toastWarning(note)
}

/** Opens the product of a scanned code; if several or none match, opens the listing. */
const useScannedProduct = (): void => {
  const router = useRouter()
  const client = useQueryClient()
  const open = useCallback(
    async (code: string) => {
      const found = await client.fetchQuery(queryOf(catalog.suggest, { query: { query: code } })).catch(() => null)
      const [product, another] = found?.products ?? []
      if (!product || another) return router.navigate({ to: '/search', search: { query: code } })
      await router.navigate({ to: '/product/$slug', params: { slug: product.slug } })
      await noteScan(code, product.slug).catch(() => {})
    },
    [client, router],
  )
  useScans(useCallback((code: string) => void open(code), [open]))
}
