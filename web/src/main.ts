import '@fontsource-variable/fraunces';
import '@fontsource-variable/inter';
import { mount } from 'svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

// Only a built page has a worker: it shows a page of our own where the server is out of reach. Without it all works the same.
if (import.meta.env.PROD && isSecureContext && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
