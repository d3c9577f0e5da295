import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer'
import DataMatrixReader from '@zxing/library/esnext/core/datamatrix/DataMatrixReader'
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType'
import Code128Reader from '@zxing/library/esnext/core/oned/Code128Reader'
import EAN13Reader from '@zxing/library/esnext/core/oned/EAN13Reader'
import ITFReader from '@zxing/library/esnext/core/oned/ITFReader'
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource'

const maxPixels = 1_280

const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.TRY_HARDER, true],
  // Shorter codes are misread from arbitrary lines.
  [DecodeHintType.ALLOWED_LENGTHS, Int32Array.of(14)],
])

/** Reads a code from a video frame; '' if there is none. EAN-13 includes UPC-A. */
export const makeFrameReader = (): ((video: HTMLVideoElement) => string) => {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readers = [new EAN13Reader(), new DataMatrixReader(), new Code128Reader(), new ITFReader()]
  return (video) => {
    const scale = Math.min(1, maxPixels / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0) return ''
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(greyOf(data), width, height)))
    for (const reader of readers)
      try {
        return reader.decode(bitmap, hints).getText()
      } catch {
        // The reader throws if it finds no code; the next frame may have one.
      }
    return ''
  }
}

/** Luminance of the pixels. */
const greyOf = (pixels: Uint8ClampedArray): Uint8ClampedArray => {
  const grey = new Uint8ClampedArray(pixels.length / 4)
  for (let at = 0; at < grey.length; at++) {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]]
    grey[at] = (306 * red + 601 * green + 117 * blue) >> 10
  }
  return grey
}
