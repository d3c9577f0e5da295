import { useRouter, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEventHandler,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { isTyping } from '#web/is-typing.ts'
import { CameraButton } from './camera-button.tsx'
import { useOptions } from './search-box-options.ts'
import styles from './search-box.module.css'
import { useScannedProduct } from './use-scanned-product.ts'

const loadSuggestions = () =>
  import('./suggestions.tsx').then(
    ({ Suggestions: list }) => ({ default: list }),
    // Who searches needs no suggestions: the box does without them.
    () => ({ default: () => <></> }),
  )
const Suggestions = lazy(loadSuggestions)

const leastLetters = 2

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const router = useRouter()
  const searched: { query?: unknown } = useSearch({ strict: false })
  const text = typeof searched.query === 'string' && searched.query !== 'all' ? searched.query : ''
  /** What suggestions are shown for; empty when none are wanted. */
  const [typed, setTyped] = useState('')
  const close = useCallback(() => setTyped(''), [])
  const options = useOptions(close)

  useSlash(input)
  useScannedProduct()

  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])

  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close])

  const type = () => {
    void loadSuggestions()
    options.mark('')
    setTyped(input.current?.value.trim() ?? '')
  }

  const press: KeyboardEventHandler = (event) => {
    if (event.key === 'ArrowDown' && !typed) type()
    else options.press(event)
  }

  const choose = (isProduct: boolean) => {
    if (input.current && isProduct) input.current.value = ''
    close()
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
    const query = input.current?.value.trim()
    void router.navigate({ to: '/search', search: query ? { query } : {} })
  }

  return (
    <search>
      <div className={styles.box} {...options.box}>
        <form className={styles.form} onSubmit={submit}>
          <input
            ref={input}
            className={styles.input}
            type="search"
            name="query"
            placeholder="Search Products"
            aria-label="Search Products"
            aria-keyshortcuts="/"
            defaultValue={text}
            maxLength={200}
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

/** A slash typed where no text is typed leads to the search. */
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
