import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, type SyntheticEvent } from 'react'
import styles from './search-box.module.css'

export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const searched: { query?: unknown } = useSearch({ strict: false })
  const text = typeof searched.query === 'string' && searched.query !== 'all' ? searched.query : ''

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  useEffect(() => {
    if (input.current) input.current.value = text
  }, [text])

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const query = input.current?.value.trim()
    void navigate({ to: '/search', search: query ? { query } : {} })
  }

  return (
    <search>
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
        />
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
        <button type="submit" className={styles.submit} aria-label="Search">
          <Search size={18} aria-hidden />
        </button>
      </form>
    </search>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
