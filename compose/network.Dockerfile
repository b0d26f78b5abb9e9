# The service `network` of swarm.yaml with real nodes: the image of `stacks-devnet` with the three programs of the native engine.
# From the folder above: docker build -f compose/network.Dockerfile -t stacks-devnet-network .
ARG DEVNET=stacks-devnet
ARG BITCOIND=lncm/bitcoind:v27.2
ARG STACKS_NODE=ghcr.io/stacks-network/stacks-core:4.0.2-alpine
ARG STACKS_SIGNER=ghcr.io/stacks-network/stacks-signer:4.0.2-alpine

# Each image with its program at a known place.
FROM ${BITCOIND} AS bitcoind
USER 0:0
RUN cp "$(command -v bitcoind)" /program

FROM ${STACKS_NODE} AS stacks-node
USER 0:0
RUN cp "$(command -v stacks-node)" /program

FROM ${STACKS_SIGNER} AS stacks-signer
USER 0:0
RUN cp "$(command -v stacks-signer)" /program

FROM ${DEVNET}
# The libraries of a bitcoind of Alpine. A base of Debian needs a bitcoind of Debian that brings its own.
USER 0:0
RUN if command -v apk; then apk add --no-cache libevent libsodium libstdc++ libzmq sqlite-libs; fi
USER 1000:1000
COPY --from=bitcoind /program /usr/local/bin/bitcoind
COPY --from=stacks-node /program /usr/local/bin/stacks-node
COPY --from=stacks-signer /program /usr/local/bin/stacks-signer
