import { lazy, Suspense, useEffect } from 'react'
import { useToasts, wantToasts } from '../toast.ts'

const Notifications = lazy(() => import('@mantine/notifications').then((module) => ({ default: module.Notifications })))

export function Toasts() {
  const { areWanted } = useToasts()

  useEffect(() => {
    const once = { once: true, passive: true }
    addEventListener('pointerdown', wantToasts, once)
    addEventListener('keydown', wantToasts, once)
    return () => {
      removeEventListener('pointerdown', wantToasts)
      removeEventListener('keydown', wantToasts)
    }
  }, [])

  if (!areWanted) return null
  // Without a transition, so that the old message is gone when the new one stands there.
  return (
    <Suspense>
      <Notifications
        position="bottom-center"
        limit={1}
        autoClose={false}
        allowScrollDismiss={false}
        transitionDuration={0}
        zIndex={400}
      />
    </Suspense>
  )
}
