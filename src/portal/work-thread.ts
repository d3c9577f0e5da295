import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#platform/http/refusal.ts'
import { composePdf } from '#platform/pdf/document.ts'
import { repaintPicture } from '#pictures/repaint-picture.ts'
import type { Answered, Asked, Kind, ThreadWork } from '#platform/run-in-thread.ts'

type Works = { [K in Kind]: (given: ThreadWork[K]['given']) => Promise<ThreadWork[K]['made']> }

const works: Works = { document: composePdf, picture: repaintPicture }

const answer = async ({ kind, given }: Asked): Promise<Answered> => {
  try {
    return { made: await works[kind](given as never) } // what is given belongs to its kind
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: { status: error.status, message: error.message } }
  }
}

// On Linux it is the thread's own; elsewhere it would be that of the whole portal.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

// What fails ends the thread: whoever waits is told, and the next piece of work has a new one.
parentPort?.on('message', async (asked: Asked) => {
  parentPort?.postMessage(await answer(asked))
})
