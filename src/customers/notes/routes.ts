import type { App } from '#platform/feature.ts'
import { notes } from './contract.ts'
import { notesOf } from './queries.ts'
import { addNote, removeNote } from './write-note.ts'

export const noteRoutes = ({ serve, db }: App): void => {
  serve(notes.list, ({ params }) => notesOf(db, params.id))

  serve(notes.add, async ({ params, body, user, request }) => {
    await addNote(db, { actorId: user._id, userId: params.id, text: body.text, request })
    return { message: 'Note saved' }
  })

  serve(notes.remove, async ({ params, user, request }) => {
    await removeNote(db, { actorId: user._id, userId: params.id, noteId: params.note, request })
    return { message: 'Note removed' }
  })
}
