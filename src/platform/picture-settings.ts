import { choice, origins, setting } from './shape-settings.ts'

/** Whom an import may ask for pictures that it names by their address. */
export const pictureSettings = {
  PICTURE_HOSTS: setting(
    'public',
    choice('public', 'named'),
    'From where imports fetch pictures: public asks any host that the whole world reaches, by https on port 443; named asks those of PICTURE_ORIGINS alone.',
  ),
  PICTURE_ORIGINS: setting(
    '',
    origins,
    'Origins of picture servers of your own, separated by blanks, such as http://pictures.internal:8080: asked though they are in a private network, speak plain http or listen on another port. None when empty.',
  ),
}
