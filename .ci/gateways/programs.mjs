// How each gateway is configured and started. Each gives the files of its gateway and the command that starts it in the
// foreground; everything lies in a folder of its own and listens on loopback. The parts that a team does not write are those of Debian.
import { join } from 'node:path'

const nginxConf = ({ dir }, http) => `
worker_processes 2;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log;
daemon off;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log ${dir}/access.log;
  gzip on;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
${http}
}
`

/** @param parts - what stands in `http`, in `server` and in `location` beside the plain reverse proxy; `uri`: what follows the address of the service */
export const nginx =
  ({ http = '', server = '', location = '', uri = '' } = {}) =>
  (place) => ({
    files: {
      'nginx.conf': nginxConf(
        place,
        `
  upstream api { ${place.ports.map((port) => `server 127.0.0.1:${port};`).join(' ')} keepalive 16; }
  ${http.replaceAll('DIR', place.dir)}
  server {
    listen 127.0.0.1:${place.port};
    server_name _;
    ${server}
    location / {
      proxy_pass http://api${uri};
${location.includes('proxy_http_version') ? '' : 'proxy_http_version 1.1; proxy_set_header Connection "";'}
      proxy_set_header Host $host;
      proxy_set_header X-Real-IP $remote_addr;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      ${location}
    }
  }
`,
      ),
    },
    command: ['nginx', '-p', place.dir, '-c', join(place.dir, 'nginx.conf')],
  })

const MODULES = ['headers', 'rewrite', 'unique_id', 'deflate', 'cache', 'cache_socache', 'socache_shmcb']
  .map(
    (name) =>
      `<IfModule !${name}_module>\n  LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so\n</IfModule>`,
  )
  .join('\n')

export const apache =
  (site = '') =>
  (place) => ({
    files: {
      'apache2.conf': `
ServerRoot /etc/apache2
ServerName 127.0.0.1
DefaultRuntimeDir ${place.dir}
PidFile ${place.dir}/apache2.pid
Timeout 300
KeepAlive On
MaxKeepAliveRequests 100
KeepAliveTimeout 5
HostnameLookups Off
ErrorLog ${place.dir}/error.log
LogLevel warn
IncludeOptional mods-enabled/*.load
IncludeOptional mods-enabled/*.conf
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
Listen 127.0.0.1:${place.port}
${MODULES}
IncludeOptional conf-enabled/security.conf
<VirtualHost 127.0.0.1:${place.port}>
  ProxyPreserveHost On
  ProxyPass / http://127.0.0.1:${place.ports[0]}/
  ProxyPassReverse / http://127.0.0.1:${place.ports[0]}/
  ${site}
</VirtualHost>
`,
    },
    env: {
      APACHE_RUN_DIR: place.dir,
      APACHE_LOG_DIR: place.dir,
      APACHE_LOCK_DIR: place.dir,
      APACHE_PID_FILE: `${place.dir}/apache2.pid`,
      APACHE_RUN_USER: 'www-data',
      APACHE_RUN_GROUP: 'www-data',
    },
    command: ['apache2', '-D', 'FOREGROUND', '-f', join(place.dir, 'apache2.conf')],
  })

export const haproxy =
  (backend = '') =>
  (place) => ({
    files: {
      'haproxy.cfg': `
defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
${[400, 403, 408, 500, 502, 503, 504].map((code) => `  errorfile ${code} /etc/haproxy/errors/${code}.http`).join('\n')}
frontend www
  bind 127.0.0.1:${place.port}
  default_backend api
backend api
  balance roundrobin
  ${backend}
${place.ports.map((port, index) => `  server api${index} 127.0.0.1:${port} check inter 500`).join('\n')}
`,
    },
    command: ['haproxy', '-db', '-f', join(place.dir, 'haproxy.cfg')],
  })

/** @param vcl - further parts of the VCL */
export const varnish =
  (vcl = '') =>
  (place) => ({
    files: {
      'default.vcl': `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${place.ports[0]}"; }
${vcl}
`,
    },
    command: [
      'varnishd',
      '-F',
      '-a',
      `127.0.0.1:${place.port}`,
      '-f',
      join(place.dir, 'default.vcl'),
      '-n',
      join(place.dir, 'work'),
      '-s',
      'malloc,32m',
    ],
  })
