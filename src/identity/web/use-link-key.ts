import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Reads the emailed link's key from the fragment or query, and removes it from the address bar and history. */
export const useLinkKey = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { hash, pathname } = useLocation()
  const fragment = new URLSearchParams(hash)
  const given = (name: string) => fragment.get(name) ?? textOf(search[name])
  const [email, key] = [given('email'), given('key')]
  const isGiven = key !== ''
  const [brought, setBrought] = useState({ email, key, count: 0 })
  const [wasGiven, setWasGiven] = useState(isGiven)
  if (isGiven !== wasGiven) {
    setWasGiven(isGiven)
    // Following a second link on this page changes only the fragment.
    if (isGiven) setBrought({ email, key, count: brought.count + 1 })
  }
  const navigate = useNavigate()
  useEffect(() => {
    if (isGiven) void navigate({ to: pathname, replace: true })
  }, [isGiven, pathname, navigate])
  return brought
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
