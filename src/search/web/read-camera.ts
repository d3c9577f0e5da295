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
export const readCamera = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string> => {
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
