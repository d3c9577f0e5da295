import { ScanBarcode } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './search-box.module.css'

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx').then((module) => module.CameraDialog))

/** Scans a barcode with the camera; renders nothing if the page may not use one. */
export function CameraButton() {
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
