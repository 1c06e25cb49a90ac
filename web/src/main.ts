// Starts the client.
import { mount } from 'svelte'
import App from './App.svelte'
import './styles/fonts.css'
import './styles/palettes.css'
import './styles/base.css'
import './styles/scene.css'
import './styles/pages.css'
import './styles/lessons.css'

export default mount(App, { target: document.getElementById('app')! })
