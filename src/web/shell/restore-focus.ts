import { useEffect } from 'react'

/**
 * What had the focus may go, or be switched off while it is busy: the focus would fall to the body, and whoever works by
 * keyboard would begin again at the top. It goes to what was around instead, and back to a button that is ready again.
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
      // What is outside of the page, as a dialog, gives the focus back by itself.
      if (!standIn?.closest('#root')) return
      if (!standIn.hasAttribute('tabindex')) standIn.tabIndex = -1
      busy = last.isConnected ? { button: last, standIn } : null
      around = busy ? around : [standIn, ...ancestorsOf(standIn)]
      standIn.focus({ preventScroll: true })
    }
    // A frame later, so that whatever knows better where the focus belongs was first.
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
