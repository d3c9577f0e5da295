import { Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { takeScan } from '#web/scans.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './camera-dialog.module.css'

interface Props {
  isOpen: boolean
  close: () => void
}

/** Scanned codes are handled like the input of a hardware scanner. */
export function CameraDialog({ isOpen, close }: Props) {
  const taken = (code: string) => {
    close()
    takeScan(code)
  }
  return (
    <Dialog isOpen={isOpen} title="Scan a barcode" close={close}>
      {isOpen && <Viewfinder taken={taken} />}
    </Dialog>
  )
}

const seconds = 12

/** Releases the camera on unmount. */
function Viewfinder({ taken }: { taken: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef(taken)
  const [words, setWords] = useState('Point the camera at the barcode on the box.')
  const [isFailed, setIsFailed] = useState(false)

  useEffect(() => {
    latest.current = taken
  })

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const failed = (error: unknown) => {
      if (signal.aborted) return
      setIsFailed(true)
      setWords(wordsFor(error))
    }
    const slow = setTimeout(() => {
      setWords((now) => (now.startsWith('Hold') ? nothingYet : now))
    }, seconds * 1_000)
    if (video.current) readCamera(video.current, signal).then((code) => latest.current(code), failed)
    return () => {
      gone.abort()
      clearTimeout(slow)
    }
  }, [])

  return (
    <>
      <video
        ref={video}
        className={styles.picture}
        hidden={isFailed}
        muted
        playsInline
        aria-label="What the camera sees"
      />
      <Text inherit mt="sm" role={isFailed ? 'alert' : 'status'}>
        {words}
      </Text>
    </>
  )
}

const nothingYet =
  'No barcode found yet. Hold it level and steady, about 4 inches away, in good light, or type the number below it.'

const typeInstead = 'You can type the number below the barcode in the search box.'

const wordsFor = (error: unknown): string => {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError')
    return `Camera access is blocked. Allow it for this site in your browser settings. ${typeInstead}`
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return `No camera was found. ${typeInstead}`
  if (name === 'NotReadableError') return `Another app is using the camera. ${typeInstead}`
  return `The camera could not be started. ${typeInstead}`
}

/** The browser's native barcode detector. */
interface Detector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

type ReadFrame = (video: HTMLVideoElement) => string | Promise<string>

/** Barcode formats on drug packages. */
const formats = ['ean_13', 'upc_a', 'data_matrix', 'code_128', 'itf']
const fewestLetters = 8
const milliseconds = 120

/** Shows the camera in the video element until a code is read or the signal aborts, then releases the camera. */
const readCamera = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1_280 } },
    audio: false,
  })
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    const [readFrame] = await Promise.all([frameReader(), video.play()])
    for (;;) {
      const code = await readFrame(video)
      signal.throwIfAborted()
      if (code.length >= fewestLetters) return code
      await pause(milliseconds)
      signal.throwIfAborted()
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}

/** The native detector if it supports both drug code formats; otherwise a downloaded one. */
const frameReader = async (): Promise<ReadFrame> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = BarcodeDetector ? await BarcodeDetector.getSupportedFormats() : []
  if (BarcodeDetector && known.includes('ean_13') && known.includes('data_matrix')) {
    const detector = new BarcodeDetector({ formats: formats.filter((format) => known.includes(format)) })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? ''
  }
  const { makeFrameReader } = await import('./read-frame.ts')
  return makeFrameReader()
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))
