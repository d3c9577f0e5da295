import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findCircles } from './find-circles.ts'

const cases: [what: string, imports: Record<string, string[]>, found: string[]][] = [
  ['a line is no circle', { 'src/a/x.ts': ['src/b/y.ts'], 'src/b/y.ts': ['src/c/z.ts'], 'src/c/z.ts': [] }, []],
  [
    'two ways to one file are no circle',
    { 'src/a/x.ts': ['src/a/y.ts', 'src/a/z.ts'], 'src/a/y.ts': ['src/a/z.ts'], 'src/a/z.ts': [] },
    [],
  ],
  ['a file that imports itself', { 'src/a/x.ts': ['src/a/x.ts'] }, ['circle of 1 files: src/a/x.ts -> src/a/x.ts']],
  [
    'files of one folder',
    { 'src/a/x.ts': ['src/a/y.ts'], 'src/a/y.ts': ['src/a/x.ts'] },
    ['circle of 2 files: src/a/x.ts -> src/a/y.ts -> src/a/x.ts'],
  ],
  [
    'a long way round, entered from outside',
    {
      'src/a/w.ts': ['src/a/x.ts'],
      'src/a/x.ts': ['src/a/y.ts'],
      'src/a/y.ts': ['src/a/z.ts'],
      'src/a/z.ts': ['src/a/x.ts'],
    },
    ['circle of 3 files: src/a/x.ts -> src/a/y.ts -> src/a/z.ts -> src/a/x.ts'],
  ],
  [
    'circles that touch are one, told by its shortest way round',
    {
      'src/a/v.ts': ['src/a/w.ts'],
      'src/a/w.ts': ['src/a/x.ts'],
      'src/a/x.ts': ['src/a/v.ts', 'src/a/y.ts'],
      'src/a/y.ts': ['src/a/x.ts'],
    },
    ['circle of 4 files, for example: src/a/x.ts -> src/a/y.ts -> src/a/x.ts'],
  ],
  [
    'rooms, by way of different files',
    { 'src/a/x.ts': ['src/b/y.ts'], 'src/b/z.ts': ['src/a/w.ts'] },
    ['circle of 2 folders: src/a -> src/b -> src/a'],
  ],
  [
    'folders of one room',
    {
      'src/a/db/x.ts': ['src/a/http/y.ts'],
      'src/a/http/z.ts': ['src/a/jobs/w.ts'],
      'src/a/jobs/w.ts': ['src/a/db/v.ts'],
    },
    ['circle of 3 folders: src/a/db -> src/a/http -> src/a/jobs -> src/a/db'],
  ],
  [
    'a folder stands between the files beside it',
    { 'src/a/routes.ts': ['src/a/b/x.ts'], 'src/a/b/x.ts': ['src/a/contract.ts'], 'src/a/contract.ts': [] },
    [],
  ],
  [
    'a folder outside that a room uses may use the others',
    { 'src/portal/app.ts': ['demo/seed.ts'], 'demo/seed.ts': ['src/a/x.ts'], 'src/a/x.ts': [] },
    [],
  ],
  [
    'what tests import makes no circle of folders',
    { 'src/b/y.ts': ['src/a/x.ts'], 'src/a/x.test.ts': ['src/b/y.ts'], 'src/a/testing-x.ts': ['src/b/y.ts'] },
    [],
  ],
  [
    'but files for tests may not be in a circle themselves',
    { 'src/a/testing-x.ts': ['src/b/testing-y.ts'], 'src/b/testing-y.ts': ['src/a/testing-x.ts'] },
    ['circle of 2 files: src/a/testing-x.ts -> src/b/testing-y.ts -> src/a/testing-x.ts'],
  ],
]

for (const [what, imports, found] of cases)
  it(what, () => assert.deepEqual(findCircles(new Map(Object.entries(imports))), found))
