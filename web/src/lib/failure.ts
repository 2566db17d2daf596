/** What a page says when it could not be loaded: the server's own words where it has some. */

import { OFFLINE, type ApiError } from './api'
import { t, words } from './i18n'

/** Too much was asked at once: nothing is broken, and it helps to wait. */
const TOO_MUCH = 429

export function failureTitle(failure: ApiError): string {
  if (failure.status === OFFLINE) return t(navigator.onLine === false ? 'error.noNetwork' : 'error.offline')
  return failure.status === TOO_MUCH ? t('error.tooMuch') : t('error.other')
}

export function failureText(failure: ApiError): string {
  if (failure.status === OFFLINE)
    return t(navigator.onLine === false ? 'error.noNetworkText' : 'error.offlineText')
  return words(failure.problem?.text) || t('error.otherText')
}
