import '@fontsource-variable/atkinson-hyperlegible-next'
import '@fontsource/bangers/latin-400.css'
import { mount } from 'svelte'

import App from './App.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('index.html has no #app')
mount(App, { target })
