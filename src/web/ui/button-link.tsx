import { Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** Mantine's look on a link of the portal: a real address, so that a new tab works too. */
export const ButtonLink = createLink(Button<'a'>)
export const TextLink = createLink(Anchor<'a'>)
