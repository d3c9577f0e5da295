import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { create } from 'zustand'
import { portalSettings } from './portal-settings.ts'

/** Local storage has `dark` or `light` under `mode`; without it the system setting applies. */
export const modeManager = localStorageColorSchemeManager({ key: 'mode' })

export const useMode = () => {
  const mode = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  return { mode, switchMode: () => setColorScheme(mode === 'dark' ? 'light' : 'dark') }
}

const useFullBoxState = create(() => ({ fullBox: false }))

/** Whether the page uses the full width of the window. */
export const useFullBox = (): boolean => useFullBoxState((state) => state.fullBox)

/** For pages that benefit from a wide screen. */
export const useWholeWidth = (): void =>
  useEffect(() => {
    useFullBoxState.setState({ fullBox: true })
    return () => useFullBoxState.setState({ fullBox: false })
  }, [])

export const setTitle = (title: string): void => {
  document.title = `${title} · ${portalSettings.brand.name}`
}
