/** The board without a server, on recorded games: `?game=0&ply=12&lang=de&theme=night&page=cards`. */

import '../../../styles/index.css'
import { mount } from 'svelte'

import { applySettings, settings, type Language, type Speed, type Theme } from '../../../lib/settings.svelte'
import Cards from './Cards.svelte'
import Demo from './Demo.svelte'

const query = new URLSearchParams(location.search)
settings.language = (query.get('lang') ?? 'en') as Language
settings.theme = (query.get('theme') ?? 'day') as Theme
settings.speed = (query.get('speed') ?? 'normal') as Speed
applySettings()

const target = document.getElementById('app')!
if (query.get('page') === 'cards') mount(Cards, { target })
else
  mount(Demo, {
    target,
    props: {
      index: Number(query.get('game') ?? 0),
      ply: Number(query.get('ply') ?? 0),
      watch: query.has('watch'),
      ideas: query.has('ideas'),
    },
  })
