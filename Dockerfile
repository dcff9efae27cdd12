# docker build -t chat-agent-conformance .
# docker run --rm -v "$PWD/reports:/conformance/reports" -e CONFORMANCE_BASE_URL -e CONFORMANCE_API_KEY chat-agent-conformance run
FROM node:22.20.0-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:22.20.0-slim
COPY --from=build /tmp/chat-agent-conformance-*.tgz /tmp/
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/chat-agent-conformance-*.tgz && rm /tmp/*.tgz
# The reports folder is the caller's: mount it at /conformance/reports, writable for this user.
RUN mkdir -p /conformance/reports && chown -R node:node /conformance
# A number, so that Kubernetes can see that it is not root. It is the user node.
USER 1000
WORKDIR /conformance
ENTRYPOINT ["chat-agent-conformance"]
CMD ["run"]
