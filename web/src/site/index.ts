/** The page that needs no server: the local server starts with it. */

import DeviceBar from './DeviceBar.svelte'
import DeviceHome from './DeviceHome.svelte'
import { momentAddress } from './analysis.svelte'
import { device } from './device.svelte'
import { keepOffline } from './offline.svelte'
import type { Site } from './site'
import { TEXTS } from './texts'

export const site: Site = {
  begin() {
    device.begin()
    keepOffline()
  },
  Bar: DeviceBar,
  Home: DeviceHome,
  device: () => import('./DevicePage.svelte'),
  analysis: () => import('./AnalysisPage.svelte'),
  analyse: { address: momentAddress, text: TEXTS.analyseHere },
  intro: TEXTS.intro,
  fairness: TEXTS.fairness,
  privacy: TEXTS.privacy,
  match: () => import('./HotSeat.svelte'),
}
