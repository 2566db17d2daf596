import { mount } from 'svelte'

import { site } from '#site'
import App from './App.svelte'
import { followMouse } from './lib/mouse'
import { applySettings } from './lib/settings.svelte'
import './styles/index.css'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
applySettings()
followMouse()
site.begin()
mount(App, { target })
