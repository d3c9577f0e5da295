import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { create } from 'zustand'
import { portalSettings } from './portal-settings.ts'

/** `mode` in local storage holds the bare word dark or light; without one the system decides. */
export const modeManager = localStorageColorSchemeManager({ key: 'mode' })

export const useMode = () => {
  const mode = useComputedColorScheme('light')
  const { setColorScheme } = useMantineColorScheme()
  return { mode, switchMode: () => setColorScheme(mode === 'dark' ? 'light' : 'dark') }
}

const useFullBoxState = create(() => ({ fullBox: false }))

/** Whether the page uses the whole width of the window. */
export const useFullBox = (): boolean => useFullBoxState((state) => state.fullBox)

/** For a page that uses what a wide screen has to give. */
export const useWholeWidth = (): void =>
  useEffect(() => {
    useFullBoxState.setState({ fullBox: true })
    return () => useFullBoxState.setState({ fullBox: false })
  }, [])

export const setTitle = (title: string): void => {
  document.title = `${title} · ${portalSettings.brand.name}`
}
