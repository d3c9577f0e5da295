import { writeFileSync } from 'node:fs'
import { testFolder } from '../src/platform/embedded-postgres/testing-place.ts'
import { browserPath } from './browser.ts'
import { expect, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]

/** The bars of a UPC-A: 1 for a dark module. */
const barsOf = (code: string): string => {
  const digits = [...code].map((digit) => left[Number(digit)] ?? '')
  const inverse = (bars: string) => bars.replaceAll(/[01]/g, (bar) => (bar === '0' ? '1' : '0'))
  return ['101', ...digits.slice(0, 6), '01010', ...digits.slice(6).map(inverse), '101'].join('')
}

/** What a camera sees that looks at a barcode: grey bars on white, three pixels for each module. */
const filmOf = (code: string): Buffer => {
  const [width, height, module] = [640, 480, 3]
  const bars = barsOf(code)
  const from = Math.round((width - bars.length * module) / 2)
  const row = Buffer.alloc(width, 230)
  for (const [at, bar] of [...bars].entries())
    if (bar === '1') row.fill(30, from + at * module, from + (at + 1) * module)
  const light = Buffer.concat(
    Array.from({ length: height }, (_, y) => (y > 140 && y < 340 ? row : Buffer.alloc(width, 230))),
  )
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

const film = `${testFolder('journeys')}-barcode.y4m`
// Trulicity, 0002-1433-80.
writeFileSync(film, filmOf('300021433802'))

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: {
    executablePath: await browserPath(),
    // Without a screen nobody can be asked: the browser takes it that he agrees.
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

test('a phone’s camera finds the product whose barcode it sees, and is let go of; refused, it says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { tracks, isRefused: true })
    mediaDevices.getUserMedia = async (wanted) => {
      if ((globalThis as unknown as { isRefused: boolean }).isRefused) throw new DOMException('', 'NotAllowedError')
      const stream = await open(wanted)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  const states = () =>
    page.evaluate(() =>
      (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    )

  await signIn(page, 'buyer@demo.example')
  const button = page.getByRole('button', { name: 'Scan a barcode' })
  const dialog = page.getByRole('dialog', { name: 'Scan a barcode' })
  await button.click()
  await expect(dialog.getByRole('alert')).toContainText('The camera may not be used.')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.evaluate(() => Object.assign(globalThis, { isRefused: false }))
  await button.click()
  await page.waitForURL(/\/product\//)
  await expect(page.getByRole('heading', { level: 1, name: /Trulicity/ })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await states()).toEqual(['ended'])
})
