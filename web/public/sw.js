// Shows a page of our own where the server cannot be reached. Everything else goes its ordinary way: the page itself always
// comes from the network, so that it is never an old one; hashed files are kept by the browser; /api is never touched.

const CACHE = 'kafelki-offline-1'; // raise the number with any change of the files below
const OFFLINE = '/offline.html';
const KEPT = [OFFLINE, '/offline.css', '/icon.svg'];

self.addEventListener('install', (event) => {
  const fresh = KEPT.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  const wanted = request.mode === 'navigate' ? OFFLINE : KEPT.includes(pathname) ? pathname : null;
  if (wanted === null) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(wanted)) ?? Response.error()));
});
