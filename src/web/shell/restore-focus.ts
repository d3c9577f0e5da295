import { useEffect } from 'react'

/**
 * When the focused element is removed or disabled, browsers move the focus to the body, and keyboard users would start
 * over at the top. Focuses the nearest remaining ancestor instead, and the button again once it is enabled.
 */
export const useRestoredFocus = (): void =>
  useEffect(() => {
    let around: HTMLElement[] = []
    let busy: { button: HTMLElement; standIn: HTMLElement } | null = null
    let frame = 0

    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === busy?.standIn) return
      busy = null
      around = [target, ...ancestorsOf(target)]
    }
    const look = () => {
      const [last, ...outer] = around
      if (busy && document.activeElement === busy.standIn && isThere(busy.button)) return busy.button.focus()
      const hasFallen = document.activeElement === document.body || document.activeElement === last
      if (!last || !hasFallen || isThere(last)) return
      const standIn = outer.find((element) => element.isConnected)
      // Dialogs outside the page restore the focus themselves.
      if (!standIn?.closest('#root')) return
      if (!standIn.hasAttribute('tabindex')) standIn.tabIndex = -1
      busy = last.isConnected ? { button: last, standIn } : null
      around = busy ? around : [standIn, ...ancestorsOf(standIn)]
      standIn.focus({ preventScroll: true })
    }
    // One frame later, so that more specific focus handling runs first.
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }

    const changes = new MutationObserver(soon)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    return () => {
      changes.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', note)
    }
  }, [])

const isThere = (element: HTMLElement): boolean => element.isConnected && !element.matches(':disabled')

const ancestorsOf = ({ parentElement }: HTMLElement): HTMLElement[] =>
  parentElement && parentElement !== document.body ? [parentElement, ...ancestorsOf(parentElement)] : []
