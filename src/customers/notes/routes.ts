import type { App } from '#platform/feature.ts'
import { notes } from './contract.ts'
import { notesOf } from './queries.ts'
import { addNote, removeNote } from './write-note.ts'

export const noteRoutes = ({ serve, db }: App): void => {
  serve(notes.list, ({ params }) => notesOf(db, params.id))

  serve(notes.add, (call) => addNote(db, call))

  serve(notes.remove, (call) => removeNote(db, call))
}
