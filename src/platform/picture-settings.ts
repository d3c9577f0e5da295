import { choice, origins, setting } from './shape-settings.ts'

/** Hosts that imports may fetch pictures from. */
export const pictureSettings = {
  PICTURE_HOSTS: setting(
    'public',
    choice('public', 'named'),
    'Hosts that imports fetch pictures from: public allows any host on the internet by https on port 443; named allows only those in PICTURE_ORIGINS.',
  ),
  PICTURE_ORIGINS: setting(
    '',
    origins,
    'Origins of your own picture servers, separated by spaces, such as http://pictures.internal:8080: allowed in a private network, over plain http or on another port. None when empty.',
  ),
}
