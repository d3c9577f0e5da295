import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEventHandler,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { maxFilterLength } from '#catalog/contract.ts'
import { isTyping } from '#web/is-typing.ts'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { CameraButton } from './camera-button.tsx'
import { useOptions } from './search-box-options.ts'
import styles from './search-box.module.css'
import { useScannedProduct } from './use-scanned-product.ts'

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
