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

/** A video of a barcode for the fake camera, as Y4M: gray bars on white, three pixels per module. */
export const filmOf = (code: string): Buffer => {
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
