import { crc32, deflateRawSync } from 'node:zlib'

export interface ArchiveEntry {
  name: string
  content: Buffer
  /** Overrides that make the directory lie about the content. */
  says?: { unpacked?: number; flags?: number; method?: number }
  isStored?: boolean
}

/** A ZIP archive, valid or deliberately broken. */
export const zipOf = (entries: readonly ArchiveEntry[], comment = ''): Buffer => {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let from = 0
  for (const { name, content, says = {}, isStored = false } of entries) {
    const packed = isStored ? content : deflateRawSync(content)
    const letters = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20)
    facts.writeUInt16LE(says.flags ?? 0x800, 2)
    facts.writeUInt16LE(says.method ?? (isStored ? 0 : 8), 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(says.unpacked ?? content.length, 18)
    facts.writeUInt16LE(letters.length, 22)
    bodies.push(signed(0x04034b50), facts, letters, packed)
    const more = Buffer.alloc(14)
    more.writeUInt32LE(from, 10)
    directory.push(signed(0x02014b50), Buffer.from([20, 0]), facts, more, letters)
    from += 30 + letters.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(from, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...bodies, ...directory, signed(0x06054b50), end, Buffer.from(comment)])
}

const signed = (signature: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}
