const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1
  return sum
})

/** Computes the CRC-32 of a stream, as stored in ZIP archives. */
export const makeChecksum = () => {
  let sum = 0xffffffff
  const add = (bytes: Uint8Array): void => {
    let now = sum
    for (let at = 0; at < bytes.length; at++) now = (table[(now ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (now >>> 8)
    sum = now
  }
  return { add, value: () => (sum ^ 0xffffffff) >>> 0 }
}
