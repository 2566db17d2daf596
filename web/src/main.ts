import { mount } from 'svelte'

import { site } from '#site'
import App from './App.svelte'
import { applySettings } from './lib/settings.svelte'
import './styles/index.css'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
applySettings()
site.begin()
mount(App, { target })
