import { mount } from 'svelte'

import { site } from '#site'
import App from './App.svelte'
import { followMouse } from './lib/mouse'
import { applySettings } from './lib/settings.svelte'
import { reloadAfterUpdate } from './lib/updated'
import './styles/index.css'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
applySettings()
followMouse()
reloadAfterUpdate()
site.begin()
mount(App, { target })
