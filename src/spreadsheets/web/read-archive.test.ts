import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesFrom, startChance } from '#platform/testing-seed.ts'
import { picturesIn } from './read-archive.ts'
import { type ArchiveEntry, zipOf } from './testing-archives.ts'

const fileOf = (name: string, content: Buffer) => new File([new Uint8Array(content)], name)
const archive = (entries: ArchiveEntry[], comment?: string) => fileOf('pictures.zip', zipOf(entries, comment))
const textOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer()).toString()

test('an archive lists its pictures by its directory, and reads each on demand', async () => {
  const chosen = await picturesIn([
    archive(
      [
        { name: 'photos/', content: Buffer.alloc(0) },
        { name: 'photos/00093-7214-98.jpg', content: Buffer.from('packed') },
        { name: 'Größe.PNG', content: Buffer.from('stored'), isStored: true },
        { name: '__MACOSX/photos/._00093-7214-98.jpg', content: Buffer.from('x') },
        { name: 'photos/.hidden.jpg', content: Buffer.from('x') },
        { name: 'Thumbs.db', content: Buffer.from('x') },
        { name: 'prices.csv', content: Buffer.from('x') },
        { name: 'script.svg', content: Buffer.from('x') },
      ],
      'a comment',
    ),
    fileOf('MASK.webp', Buffer.from('loose')),
  ])
  assert.equal(chosen.others, 2)
  assert.deepEqual(
    chosen.pictures.map(({ name, problem }) => [name, problem]),
    [
      ['photos/00093-7214-98.jpg', ''],
      ['Größe.PNG', ''],
      ['MASK.webp', ''],
    ],
  )
  const texts = await Promise.all(chosen.pictures.map(({ open }) => textOf(open())))
  assert.deepEqual(texts, ['packed', 'stored', 'loose'])
})

test('locked, unsupported and oversized entries are reported before they are read', async () => {
  const { pictures } = await picturesIn([
    archive([
      { name: 'locked.png', content: Buffer.from('x'), says: { flags: 0x801 } },
      { name: 'lzma.png', content: Buffer.from('x'), says: { method: 14 } },
      { name: 'bomb.png', content: Buffer.alloc(6 * 1024 * 1024) },
    ]),
    fileOf('large.png', Buffer.alloc(5 * 1024 * 1024 + 1)),
  ])
  assert.deepEqual(
    pictures.map(({ problem }) => problem.split(' ').slice(0, 4).join(' ')),
    ['It is password-protected.', 'Its compression is not', 'The picture is too', 'The picture is too'],
  )
})

test('an entry larger than declared is aborted', async () => {
  const { pictures } = await picturesIn([
    archive([
      { name: 'bomb.png', content: Buffer.alloc(200 * 1024 * 1024), says: { unpacked: 1_000 } },
      { name: 'torn.png', content: bytesFrom(startChance(), 1_000), says: { method: 8 }, isStored: true },
    ]),
  ])
  const before = process.memoryUsage().arrayBuffers
  for (const { name, open } of pictures) await assert.rejects(open(), name)
  assert.ok(process.memoryUsage().arrayBuffers - before < 50 * 1024 * 1024)
})

test('a damaged or oversized archive is refused with a message', async () => {
  const whole = zipOf([{ name: 'a.png', content: bytesFrom(startChance(), 500) }])
  const many = Array.from({ length: 5_001 }, (_, at) => ({ name: `${at}.png`, content: Buffer.from('x') }))
  const large = Buffer.from(whole)
  large.writeUInt16LE(0xffff, large.length - 12)
  for (const [content, sentence] of [
    [whole.subarray(0, whole.length - 30), /damaged/],
    [large, /too many/],
    [zipOf(many), /at most 5,000/],
    [zipOf([]), /None of these files is a PNG, JPEG or WebP picture/],
    [zipOf([{ name: 'readme.txt', content: Buffer.from('x') }]), /None of these files is a PNG, JPEG or WebP picture/],
  ] as const)
    await assert.rejects(picturesIn([fileOf('a.zip', content)]), sentence)
})

test('the directory is found by the end of the archive if its declared offset is wrong', async () => {
  const content = zipOf([{ name: 'a.png', content: Buffer.from('a') }])
  content.writeUInt32LE(7, content.length - 6)
  const { pictures } = await picturesIn([fileOf('a.zip', content)])
  assert.deepEqual(await Promise.all(pictures.map(({ open }) => textOf(open()))), ['a'])
})

test('a huge directory is refused before it is loaded', async () => {
  const content = zipOf([{ name: 'a.png', content: Buffer.alloc(17 * 1024 * 1024), isStored: true }])
  content.writeUInt32LE(content.length - 22, content.length - 10)
  content.writeUInt32LE(0, content.length - 6)
  await assert.rejects(picturesIn([fileOf('a.zip', content)]), /too many files/)
})
