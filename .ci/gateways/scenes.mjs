// Gateways as teams put them in front of a service, and what may stand behind them.
import { execFileSync } from 'node:child_process'
import { apache, haproxy, nginx, varnish } from './programs.mjs'

const limited = (status) => ({
  http: 'limit_req_zone $binary_remote_addr zone=perip:1m rate=20r/s;',
  location: `limit_req zone=perip burst=10 nodelay; limit_req_status ${status};`,
})

/** Caches what each key was answered for a second, and says nothing of it. */
const CACHE = {
  http: 'proxy_cache_path DIR/cache keys_zone=api:1m;',
  location: `proxy_cache api;
      proxy_cache_key $request_method$request_uri$http_authorization;
      proxy_cache_valid 200 1s;
      proxy_ignore_headers Cache-Control Expires Vary;`,
}

/** HTTP/1.0 and a path that is made plain on the way to the service; small limits, preflights and headers of its own. */
const HASTY = {
  server: `client_max_body_size 64k;
    client_header_buffer_size 512;
    large_client_header_buffers 2 4k;
    keepalive_timeout 1;
    proxy_hide_header X-Request-Id;
    add_header Strict-Transport-Security "max-age=63072000" always;
    add_header X-Request-Id $request_id always;`,
  location: `if ($request_method = OPTIONS) { return 204; }
      proxy_http_version 1.0;
      proxy_set_header Connection close;`,
  uri: '/',
}

const APACHE_RULES = `
  TraceEnable off
  LimitRequestBody 65536
  LimitRequestFieldSize 4094
  KeepAliveTimeout 1
  AllowEncodedSlashes Off
  SetOutputFilter DEFLATE
  Header always set Strict-Transport-Security "max-age=63072000"
  Header always unset X-Powered-By
  Header always set X-Request-Id "%{UNIQUE_ID}e"
  RewriteEngine On
  RewriteCond %{REQUEST_METHOD} OPTIONS
  RewriteRule .* - [R=204,L]`

const APACHE_CACHE = `
  CacheQuickHandler off
  CacheEnable socache /
  CacheSocache shmcb
  CacheHeader on
  Header set Cache-Control "public, max-age=1"
  Header merge Vary Authorization`

const HAPROXY_RULES = `option http-server-close
  option redispatch
  retries 3
  retry-on all-retryable-errors
  timeout http-keep-alive 500
  timeout http-request 2s
  http-request disable-l7-retry if METH_POST or { method PATCH }
  http-request deny deny_status 400 if { req.hdrs_bin,length gt 4096 }
  http-request deny deny_status 405 if METH_TRACE
  http-request return status 204 if METH_OPTIONS
  http-response del-header Server
  http-response set-header Strict-Transport-Security max-age=63072000`

/** Caches what each key was answered for a second. */
const VARNISH_CACHE = `
sub vcl_recv {
  if (req.method != "GET") { return (pass); }
  return (hash);
}
sub vcl_hash { hash_data(req.http.Authorization); }
sub vcl_backend_response {
  set beresp.ttl = 1s;
  set beresp.grace = 0s;
  if (beresp.status != 200) { set beresp.uncacheable = true; }
  return (deliver);
}`

/**
 * `service`: what stands behind the gateway: the reference service alone, or one that is away for five seconds in the
 * middle of the run, or that drops connections.
 */
export const SCENES = [
  { name: 'nginx', program: 'nginx', service: 'one', gateway: nginx() },
  { name: 'nginx with limit_req (503)', program: 'nginx', service: 'one', gateway: nginx(limited(503)) },
  { name: 'nginx with limit_req (429)', program: 'nginx', service: 'one', gateway: nginx(limited(429)) },
  {
    name: 'nginx over a service that drops connections',
    program: 'nginx',
    service: 'drops',
    gateway: nginx({ location: 'proxy_next_upstream error timeout; proxy_next_upstream_tries 3;' }),
  },
  { name: 'nginx with proxy_cache', program: 'nginx', service: 'one', gateway: nginx(CACHE) },
  { name: 'nginx with rules', program: 'nginx', service: 'one', gateway: nginx(HASTY) },
  {
    name: 'nginx over two processes that restart one after the other',
    program: 'nginx',
    service: 'rolling restart',
    gateway: nginx(),
  },
  { name: 'nginx while the service restarts', program: 'nginx', service: 'restart', gateway: nginx() },
  { name: 'Apache', program: 'apache2', service: 'one', gateway: apache() },
  { name: 'Apache with rules', program: 'apache2', service: 'one', gateway: apache(APACHE_RULES) },
  { name: 'Apache with mod_cache', program: 'apache2', service: 'one', gateway: apache(APACHE_CACHE) },
  { name: 'Apache while the service restarts', program: 'apache2', service: 'restart', gateway: apache() },
  { name: 'HAProxy', program: 'haproxy', service: 'one', gateway: haproxy('retries 3\n  option redispatch') },
  { name: 'HAProxy with rules', program: 'haproxy', service: 'one', gateway: haproxy(HAPROXY_RULES) },
  {
    name: 'HAProxy over two processes that restart one after the other',
    program: 'haproxy',
    service: 'rolling restart',
    gateway: haproxy('option redispatch'),
  },
  { name: 'HAProxy while the service restarts', program: 'haproxy', service: 'restart', gateway: haproxy() },
  { name: 'Varnish', program: 'varnishd', service: 'one', gateway: varnish() },
  { name: 'Varnish with a cache', program: 'varnishd', service: 'one', gateway: varnish(VARNISH_CACHE) },
  { name: 'Varnish while the service restarts', program: 'varnishd', service: 'restart', gateway: varnish() },
  { name: 'no gateway, while the service restarts', service: 'restart' },
]

/** Whether a gateway is there to be started. */
export function isInstalled(program) {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], {
      stdio: 'ignore',
      env: { ...process.env, PATH: PATHS },
    })
    return true
  } catch {
    return false
  }
}

export const PATHS = `${process.env['PATH']}:/usr/sbin`
