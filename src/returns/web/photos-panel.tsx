import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { type ReturnDetail, returns } from '../contract.ts'
import { maxPhotos } from '../return-shapes.ts'
import { uploadPhoto, usePhoto } from './hooks.ts'
import styles from './returns.module.css'

/** Photos of the goods; the customer adds them until the goods are received. */
export function PhotosPanel({ found }: { found: ReturnDetail }) {
  const { _id: id, photos, state } = found
  const isAdmin = useUser()?.isAdmin ?? false
  const mayOrder = useMayOrder()
  const mayAdd = !isAdmin && mayOrder && (state === 'requested' || state === 'authorized') && photos.length < maxPhotos
  if (photos.length === 0 && !mayAdd) return null
  return (
    <Panel title="Photos">
      <div className={styles.photos}>
        {photos.map((file, at) => (
          <Photo key={file} id={id} file={file} name={`Photo ${at + 1} of ${photos.length}`} />
        ))}
      </div>
      {mayAdd && <AddPhotos id={id} left={maxPhotos - photos.length} />}
    </Panel>
  )
}

function Photo({ id, file, name }: { id: string; file: string; name: string }) {
  const { data, error } = usePhoto(id, file)
  if (error) return <span>{name} could not be loaded.</span>
  return data && <img src={data} alt={name} />
}

/** Sends the chosen pictures one after another and names those that were refused. */
function AddPhotos({ id, left }: { id: string; left: number }) {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const send = async (files: File[]) => {
    setIsPending(true)
    setRefused(files.slice(left).map(({ name }) => `${name}: A request has at most ${maxPhotos} photos.`))
    for (const file of files.slice(0, left))
      await uploadPhoto(id, file).catch((error: unknown) => {
        const message = error instanceof Error ? error.message : 'The photo could not be sent. Try again.'
        setRefused((before) => [...before, `${file.name}: ${message}`])
      })
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [returns.byId.path] })
  }
  return (
    <>
      <FileButton multiple accept="image/png,image/jpeg,image/webp" onChange={(files) => void send(files)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" mt="sm" loading={isPending}>
            Add photos
          </Button>
        )}
      </FileButton>
      {refused.length > 0 && (
        <Callout tone="bad">
          {refused.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Callout>
      )}
    </>
  )
}
