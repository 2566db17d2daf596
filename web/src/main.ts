import { mount } from 'svelte'

import App from './App.svelte'
import { applySettings } from './lib/settings.svelte'
import './styles/index.css'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
applySettings()
mount(App, { target })

/** Opens this page without a network. Not while it is being worked on, and not on plain http, where there is none. */
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
