import json
import urllib.request

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy


@pytest.fixture(scope="session")
def url():
    container = DockerContainer("stacks-devnet").with_exposed_ports(3999).waiting_for(HttpWaitStrategy(3999, "/ready"))
    with container:
        yield f"http://{container.get_container_host_ip()}:{container.get_exposed_port(3999)}"


def test_the_faucet_pays_in_a_block(url):
    address = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG"
    request = urllib.request.Request(f"{url}/extended/v1/faucets/stx?address={address}&wait=true", method="POST")
    with urllib.request.urlopen(request) as response:
        paid = json.load(response)
    assert paid["success"]
    assert paid["block"]["height"] > 0
