const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1
  return sum
})

/** The checksum that an archive keeps of each of its files (CRC-32), of bytes that come piece by piece. */
export const makeChecksum = () => {
  let sum = 0xffffffff
  const add = (bytes: Uint8Array): void => {
    let now = sum
    for (let at = 0; at < bytes.length; at++) now = (table[(now ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (now >>> 8)
    sum = now
  }
  return { add, value: () => (sum ^ 0xffffffff) >>> 0 }
}
