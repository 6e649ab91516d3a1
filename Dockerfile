# The whole site in one image:
#   docker build -t roundtable .
#   docker run -p 8080:8080 -v roundtable:/var/lib/roundtable roundtable
FROM rust:1.95-slim AS build
# A C compiler for SQLite, Node and npm for the page.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev nodejs npm
WORKDIR /src
COPY . .
RUN cargo build --release

FROM debian:stable-slim
RUN useradd --system --create-home --home-dir /var/lib/roundtable roundtable
COPY --from=build /src/target/release/roundtable /usr/local/bin/roundtable
USER roundtable
VOLUME /var/lib/roundtable
ENV ROUNDTABLE_BIND=0.0.0.0:8080 ROUNDTABLE_DATA=/var/lib/roundtable
EXPOSE 8080
# The check talks over a socket of the shell, which only bash has.
SHELL ["/bin/bash", "-c"]
HEALTHCHECK CMD exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3 && grep -q ready <&3
CMD ["roundtable", "serve"]
